import { describe, expect, it } from 'vitest';
import { isEarly, isSignUp, leavingReason, noReason, onlineSeller, paymentFailedReason, sellerOf, unknownSeller } from './plan-sales.ts';

describe('who sold a plan', () => {
  it.each([
    [
      { employeenumber: '101', employeename: 'Dana Whitfield' },
      { id: '101', name: 'Dana Whitfield' },
    ],
    [
      { employeenumber: '101', terminal: 'online' },
      { id: '101', name: null },
    ],
    [{ employeename: ' Dana Whitfield ' }, { id: 'DANA WHITFIELD', name: 'Dana Whitfield' }],
    [
      { employeenumber: ' ', employeename: '', terminal: 'online' },
      { id: onlineSeller, name: null },
    ],
    [{ terminal: 'Washcashier1' }, { id: unknownSeller, name: null }],
  ])('%j is %j', (metadata, seller) => {
    expect(sellerOf(metadata as Record<string, string>)).toEqual(seller);
  });
});

describe('a sign-up', () => {
  it.each(['active', 'trialing', 'past_due'])('counts while it is %s', (status) => {
    expect(isSignUp({ status, metadata: {} }, false)).toBe(true);
  });

  it.each(['canceled', 'unpaid', 'paused'])('that is %s counts where it had begun', (status) => {
    expect(isSignUp({ status, metadata: {} }, true)).toBe(true);
    expect(isSignUp({ status, metadata: {} }, false)).toBe(false);
  });

  it('does not count before its first payment, nor as a reinstatement', () => {
    for (const status of ['incomplete', 'incomplete_expired']) expect(isSignUp({ status, metadata: {} }, true)).toBe(false);
    expect(isSignUp({ status: 'active', metadata: { old_id: 'sub_before' } }, true)).toBe(false);
    expect(isSignUp({ status: 'active', metadata: { old_id: '' } }, true)).toBe(true);
  });
});

describe('an early cancellation', () => {
  it.each([
    ['2026-01-31', '2026-01-31', true],
    ['2026-01-31', '2026-04-01', true],
    ['2026-01-31', '2026-04-02', false],
    // the clocks change in between
    ['2026-09-15', '2026-11-14', true],
    ['2026-09-15', '2026-11-15', false],
  ])('of %s on %s: %s', (sold, left, early) => {
    expect(isEarly(sold, left)).toBe(early);
  });
});

describe('the reason', () => {
  it.each([
    [{ comment: 'Moving away', reason: 'cancellation_requested' }, 'Moving away'],
    // a plan that ended for nonpayment before its requested discontinuation
    [{ comment: 'Moving away', reason: 'payment_failed' }, paymentFailedReason],
    [{ comment: ' ', reason: 'cancellation_requested' }, noReason],
    [null, noReason],
  ])('of %j is %j', (details, reason) => {
    expect(leavingReason(details)).toBe(reason);
  });
});
