import { describe, expect, it } from 'vitest';
import { activeCodes, mostActiveCodes } from './active-codes.ts';

describe('activeCodes', () => {
  it('has a code of two sites once, and none that is switched off', () => {
    expect(activeCodes(['ABC123-IL', '12345+678901', 'ABC123-IL', 'OLD111-IL~40'])).toEqual(['ABC123-IL', '12345+678901']);
    expect(activeCodes([])).toEqual([]);
    expect(mostActiveCodes).toBe(2);
  });
});
