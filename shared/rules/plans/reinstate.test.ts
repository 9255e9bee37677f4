import { describe, expect, it } from 'vitest';
import {
  declinedWith,
  failedToReinstate,
  increasedSince,
  monthsSinceCanceled,
  reinstateKind,
  reinstateMode,
  reinstateModes,
  paidTwice,
  reinstateWarnings,
  uncollectedWarning,
} from './reinstate.ts';

const now = new Date('2026-12-20T15:00:00Z');
const epoch = (text: string): number => Date.parse(text) / 1_000;
const canceled = { status: 'canceled', cancel_at_period_end: false };
const renewal = { status: 'open', billing_reason: 'subscription_cycle', created: epoch('2026-12-01T10:00:00Z'), amount_remaining: 2999 };

describe('the way back', () => {
  it.each([
    ['active', true, 'discontinue'],
    ['trialing', true, 'discontinue'],
    ['past_due', true, 'discontinue'],
    ['active', false, null],
    ['past_due', false, null],
    ['incomplete', false, null],
    ['unpaid', false, null],
    ['canceled', false, 'ordinary'],
    ['incomplete_expired', false, 'ordinary'],
  ])('of a subscription that is %s, discontinued %s, is %s', (status, cancel_at_period_end, kind) => {
    expect(reinstateKind({ status, cancel_at_period_end }, null, now)).toBe(kind);
  });

  it.each([
    ['open', {}, 'nonpayment'],
    ['uncollectible', { status: 'uncollectible' }, 'nonpayment'],
    ['paid', { status: 'paid', amount_remaining: 0 }, 'ordinary'],
    ['void', { status: 'void' }, 'ordinary'],
    ['of last month', { created: epoch('2026-12-01T09:59:59Z') }, 'ordinary'],
    ['the first of a plan that never began', { billing_reason: 'subscription_create' }, 'ordinary'],
  ])('of a canceled one whose latest invoice is %s', (_name, invoice, kind) => {
    expect(reinstateKind(canceled, { ...renewal, ...invoice }, now)).toBe(kind);
  });

  it('has a name for each, with and without a kept price', () => {
    const names = (['discontinue', 'nonpayment', 'ordinary'] as const).flatMap((kind) => [
      reinstateMode(kind, false),
      reinstateMode(kind, true),
    ]);
    expect(names).toEqual(reinstateModes);
  });
});

describe('months since it was canceled', () => {
  it.each([
    [null, null],
    ['2026-12-01T10:00:00Z', 0],
    // still November's billing month
    ['2026-12-01T09:59:59Z', 1],
    ['2026-11-15T00:00:00Z', 1],
    ['2025-12-15T00:00:00Z', 12],
  ])('%s: %s', (ended, months) => {
    expect(monthsSinceCanceled(ended === null ? null : epoch(ended), now)).toBe(months);
  });
});

describe('what a cashier is told', () => {
  it('names the unpaid month and the increase', () => {
    expect(reinstateWarnings('nonpayment', { former: 2499, amount: 2999, paidUntil: null })).toEqual([uncollectedWarning, increasedSince]);
    expect(reinstateWarnings('ordinary', { former: 2999, amount: 2999, paidUntil: null })).toEqual([]);
    expect(reinstateWarnings('ordinary', { former: null, amount: 2999, paidUntil: null })).toEqual([]);
    expect(reinstateWarnings('discontinue', { former: 2499, amount: 2999, paidUntil: null })).toEqual([]);
  });

  it('says that days which were paid before a termination would be paid again', () => {
    const warned = { former: 2999, amount: 2999, paidUntil: '12/01/2026' };
    expect(reinstateWarnings('ordinary', warned)).toEqual([paidTwice('12/01/2026')]);
    expect(reinstateWarnings('discontinue', warned)).toEqual([]);
  });

  it('names the decline code, or that there is none', () => {
    expect(declinedWith('insufficient_funds')).toBe('The Card was declined with a decline code of [insufficient_funds]');
    expect(declinedWith(null)).toBe('The Card was declined with a decline code of [Unknown]');
    expect(failedToReinstate('lost_card')).toBe('Failed to Reinstate Subscription (lost_card)');
  });
});
