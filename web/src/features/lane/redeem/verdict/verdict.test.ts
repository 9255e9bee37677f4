import { describe, expect, it } from 'vitest';
import { isFinal, isRefusal, readAnswer, readFailure, withSimilar, type RedeemAnswer } from './verdict.ts';

const active: RedeemAnswer = {
  found: true,
  active: true,
  hasAccess: true,
  expires: '2026-12-01T10:00:00.000Z',
  priceIncrease: false,
  scheduleId: null,
  PlanName: 'Super Kiss',
  id: 'cus_1',
  type: 'plate',
  status: 'active',
  name: 'Ann Member',
  usageId: '0193a1b0-0000-7000-8000-000000000001',
  redeemed: '2026-11-21T18:00:00.000Z',
  otherHolders: [],
};
const lookup = { code: 'ABC123-IL', customer: null };

describe('readAnswer', () => {
  it.each([
    ['an active member', active, 'recorded', 'Usage recorded'],
    ['a member whose payment is due', { ...active, status: 'past_due' }, 'paymentDue', 'Usage recorded. Payment due'],
    ['a look without a usage', { ...active, usageId: null }, 'lookedUp', 'Active plan found. No usage was recorded'],
    ['a member without an active plan', { ...active, active: false, usageId: null }, 'notActive', 'No Active Plan Found in Stripe'],
    [
      'a member of a plan without washes',
      { ...active, active: false, status: 'not_redeemable', usageId: null },
      'notActive',
      'This plan includes no washes',
    ],
    ['a second car within five minutes', { ...active, error: 'Customer Already Redeemed' }, 'already', 'Customer Already Redeemed'],
    ['another error', { ...active, error: 'Sitewatch is closed' }, 'failed', 'Error: Sitewatch is closed'],
    ['nobody', { ...active, found: false, active: false }, 'notFound', 'Customer Not Found in Stripe'],
  ] as const)('tells %s', (_whom, answer, kind, message) => {
    expect(readAnswer(lookup, answer)).toMatchObject({ kind, message, code: 'ABC123-IL' });
  });
});

describe('readFailure', () => {
  it.each([
    [404, 'notFound', 'Customer Not Found in Stripe'],
    [403, 'failed', 'Error: Not yours'],
    [500, 'failed', 'Error: Not yours'],
    [502, 'unknown', 'No response yet. It’s checked again automatically'],
    [null, 'unknown', 'No response yet. It’s checked again automatically'],
  ] as const)('tells status %s', (status, kind, message) => {
    expect(readFailure(lookup, { status, message: 'Not yours' })).toMatchObject({ kind, message, member: null });
  });
});

it.each([
  [404, true],
  [409, true],
  [500, false],
  [503, false],
  [null, false],
])('knows whether status %s is an outcome', (status, final) => {
  expect(isFinal({ status, message: '' })).toBe(final);
});

it('asks about a similar code in place of "not found", and is as much a refusal', () => {
  const notFound = readFailure(lookup, { status: 404, message: '' });
  expect(withSimilar(notFound, [])).toBe(notFound);
  expect(withSimilar(notFound, [{ code: 'ABC123-IN', customer: 'cus_1', active: true }])).toMatchObject({
    kind: 'similar',
    message: 'ABC123-IL was not found. Compare with the car',
  });
  expect((['notActive', 'notFound', 'similar', 'failed', 'already', 'recorded', 'unknown'] as const).filter(isRefusal)).toEqual([
    'notActive',
    'notFound',
    'similar',
    'failed',
  ]);
});
