import { describe, expect, it } from 'vitest';
import { dxtActive, isGoodStatus, isPaymentDue } from './statuses.ts';

describe('a subscription status', () => {
  it.each(['active', 'trialing', 'past_due'])('%s is good and admitted', (status) => {
    expect(isGoodStatus(status)).toBe(true);
    expect(dxtActive(status)).toBe(true);
  });

  it.each(['incomplete', 'incomplete_expired', 'canceled', 'unpaid', 'paused', 'Active', ''])('%j is neither', (status) => {
    expect(isGoodStatus(status)).toBe(false);
    expect(dxtActive(status)).toBe(false);
  });

  it('says that a payment is due for past_due alone', () => {
    expect(['active', 'trialing', 'past_due', 'canceled'].filter(isPaymentDue)).toEqual(['past_due']);
  });
});
