import { describe, expect, it } from 'vitest';
import { availableCredit, strandedTotal, taxOfItem } from './credit.ts';

describe('a customer’s credit', () => {
  it('has the tax of the debit that it reverses', () => {
    const rates = [{ percentage: 8.75, inclusive: false }];
    expect([taxOfItem(1_499, rates), taxOfItem(-1_499, rates)]).toEqual([131, -131]);
    expect(taxOfItem(-1_499, [])).toBe(0);
  });

  it('is the balance and what no invoice will bill', () => {
    const waiting = [
      { amount: -1_000, tax: -50, stranded: true },
      { amount: 200, tax: 10, stranded: true },
      { amount: -5_000, tax: 0, stranded: false },
    ];
    expect(strandedTotal(waiting)).toBe(-840);
    expect(availableCredit(-300, waiting)).toBe(1_140);
    expect(availableCredit(2_000, waiting)).toBe(0);
  });
});
