import { describe, expect, it } from 'vitest';
import { prorationOf } from './change-terms.ts';

const paid = { status: 'paid', amount_remaining: 0 };
const open = { status: 'open', amount_remaining: 2999 };

describe('a change of plan', () => {
  it.each([
    ['upgrade', paid, 'always_invoice'],
    ['upgrade', open, 'always_invoice'],
    ['downgrade', paid, 'create_prorations'],
    ['downgrade', null, 'create_prorations'],
    ['downgrade', open, 'none'],
    ['downgrade', { status: 'uncollectible', amount_remaining: 2999 }, 'none'],
    ['changeprice', paid, 'none'],
    ['changeprice', open, 'none'],
  ] as const)('%s after the invoice %o is charged by %s', (change, latest, proration) => {
    expect(prorationOf(change, latest)).toBe(proration);
  });
});
