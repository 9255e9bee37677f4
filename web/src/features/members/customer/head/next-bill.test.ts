import { expect, it } from 'vitest';
import type { Schedule } from '@washdesk/contracts/members/customer-parts';
import { aSubscription } from '../subscription.fixture.ts';
import { nextBill } from './next-bill.ts';

const december = Date.parse('2026-12-01T15:00:00Z') / 1_000;
const running = aSubscription({ status: 'active', current_period_end: december });
const scheduled = (start: number): Schedule => ({
  id: 'sub_sched_1',
  subscription: running.id,
  status: 'active',
  phases: [
    { start_date: 0, end_date: start, items: [{ price: 'price_1', nickname: null, amount: 2_999, total: 2_999 }] },
    { start_date: start, end_date: null, items: [{ price: 'price_2', nickname: null, amount: 3_299, total: 3_299 }] },
  ],
  metadata: {},
});
const withSchedule = aSubscription({ ...running, schedule: { id: 'sub_sched_1', status: 'active', phases: [] } });

it('is the plan’s price at the end of the period', () => {
  expect(nextBill(running, [])).toEqual({ date: december, amount: 2_999 });
});

it('is the scheduled price from its date on', () => {
  expect(nextBill(withSchedule, [scheduled(december)])).toEqual({ date: december, amount: 3_299 });
  expect(nextBill(withSchedule, [scheduled(december + 1)])).toEqual({ date: december, amount: 2_999 });
});

it.each([
  ['is discontinued', { cancel_at_period_end: true }],
  ['ends before', { cancel_at: december }],
  ['has ended', { status: 'canceled' }],
  ['has not begun', { status: 'incomplete' }],
])('is none of a plan that %s', (_what, fields) => {
  expect(nextBill(aSubscription({ ...running, ...fields }), [])).toBeNull();
});
