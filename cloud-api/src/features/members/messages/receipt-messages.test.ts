import { describe, expect, it } from 'vitest';
import { compactReceipt } from './receipt-messages.service.ts';

describe('a receipt as a text message', () => {
  it('keeps the words and leaves out what only paper needs', () => {
    const paper = '      Joliet\n\n──────────────\nPlan         Super Kiss\n--------------\n   Thank you\n';
    expect(compactReceipt(paper)).toBe('Joliet\nPlan  Super Kiss\nThank you');
  });

  it('is never longer than a text may be', () => {
    expect(compactReceipt('word '.repeat(1_000)).length).toBeLessThanOrEqual(1_550);
    expect(compactReceipt('word '.repeat(1_000))).toMatch(/…$/);
  });
});
