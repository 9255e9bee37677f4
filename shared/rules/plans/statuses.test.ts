import { describe, expect, it } from 'vitest';
import { refusalOf } from './plan-changes.ts';
import {
  alreadyActive,
  awaitsFirstPayment,
  byStanding,
  endedStatuses,
  hasEnded,
  idleStatuses,
  isMember,
  isPaymentDue,
  isRunning,
  mayWash,
  laneStatus,
  meaningOf,
  memberStatuses,
  neverBegunStatuses,
  notRunningStatuses,
  openPlan,
  owesPayment,
  owingStatuses,
  signUpRefusal,
} from './statuses.ts';

/** Status, badge, member, may wash, blocks a second sign-up, owes, ended. */
const rows: [string, string, boolean, boolean, boolean, boolean, boolean][] = [
  ['active', 'Active', true, true, true, false, false],
  ['trialing', 'Trial', true, true, true, false, false],
  ['past_due', 'Payment due', true, true, true, true, false],
  ['unpaid', 'Unpaid', false, false, true, true, false],
  ['paused', 'Paused', false, false, true, false, false],
  ['incomplete', 'Incomplete', false, false, false, false, false],
  ['canceled', 'Canceled', false, false, false, false, true],
  ['incomplete_expired', 'Expired', false, false, false, false, true],
  ['of_next_year', 'of_next_year', false, false, true, false, false],
];

describe('a subscription status', () => {
  it.each(rows)('%s is shown as %s', (status, label, member, washes, blocks, owes, ended) => {
    expect(meaningOf(status).label).toBe(label);
    expect(isMember(status)).toBe(member);
    expect(mayWash(status)).toBe(washes);
    expect(isRunning(status)).toBe(blocks);
    expect(signUpRefusal(status) !== null).toBe(blocks);
    expect(owesPayment(status)).toBe(owes);
    expect(hasEnded(status)).toBe(ended);
  });

  it('is in the lists of the queries', () => {
    expect(memberStatuses).toEqual(['active', 'trialing', 'past_due']);
    expect(owingStatuses).toEqual(['past_due', 'unpaid']);
    expect(endedStatuses).toEqual(['canceled', 'incomplete_expired']);
    expect(neverBegunStatuses).toEqual(['incomplete', 'incomplete_expired']);
    expect(notRunningStatuses).toEqual(['incomplete', 'canceled', 'incomplete_expired']);
    expect(idleStatuses).toEqual(['unpaid', 'paused']);
  });

  it('says that a payment is due for past_due alone, and awaits the first one for incomplete alone', () => {
    expect(rows.map(([status]) => status).filter(isPaymentDue)).toEqual(['past_due']);
    expect(rows.map(([status]) => status).filter(awaitsFirstPayment)).toEqual(['incomplete']);
  });

  it('is at lanes that of the plan, unless the product has no washes', () => {
    expect(laneStatus('active', { stripe_redeem: 'false' })).toBe('not_redeemable');
    expect(laneStatus('canceled', { stripe_redeem: 'false' })).toBe('canceled');
    expect([laneStatus('active', { stripe_redeem: 'true' }), laneStatus('active', undefined)]).toEqual(['active', 'active']);
    expect(meaningOf('not_redeemable')).toMatchObject({ label: 'Without washes', mayWash: false });
  });

  it('is that of the open plan, which precedes a newer attempt', () => {
    const plans = ['incomplete', 'active', 'canceled'].map((status, age) => ({ status, created: 9 - age }));
    expect(openPlan(plans)?.status).toBe('active');
    expect(openPlan(plans.slice(2))).toBeNull();
  });

  it('is compared exactly', () => {
    expect(['Active', '', 'toString'].filter(mayWash)).toEqual([]);
  });

  it('names what prevents another plan, and what to do about it', () => {
    expect(signUpRefusal('active')).toBe(alreadyActive);
    expect(signUpRefusal('unpaid')).toBe('This customer has a plan that is unpaid. Collect the payment or terminate it first');
    expect(signUpRefusal('paused')).toBe('This customer has a plan that is paused. Resume it in Stripe or terminate it first');
  });

  it('leaves no running plan without a way to end', () => {
    for (const [status] of rows.filter(([, , , , blocks]) => blocks)) {
      expect(refusalOf('terminate', { status, cancel_at_period_end: false })).toBeNull();
      // a member's discontinued plan can be continued instead
      expect(refusalOf('terminate', { status, cancel_at_period_end: true }) === null).toBe(!isMember(status));
    }
  });

  it('puts the plan that matters first', () => {
    const plans = ['canceled', 'unpaid', 'active', 'incomplete'].map((status, created) => ({ status, created }));
    expect(plans.toSorted(byStanding).map(({ status }) => status)).toEqual(['active', 'unpaid', 'incomplete', 'canceled']);
    const attempts = ['canceled', 'incomplete_expired'].map((status, created) => ({ status, created }));
    expect(attempts.toSorted(byStanding).map(({ status }) => status)).toEqual(['canceled', 'incomplete_expired']);
  });
});
