import { describe, expect, it } from 'vitest';
import { isFinal, readAnswer, readFailure, refuseRepeated, type RedeemAnswer } from './verdict.ts';

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
};

describe('readAnswer', () => {
  it.each([
    ['an active member', active, 'recorded', 'Usage recorded'],
    ['a member whose payment is due', { ...active, status: 'past_due' }, 'paymentDue', 'Usage recorded. Payment due'],
    ['a look without a usage', { ...active, usageId: null }, 'lookedUp', 'Active plan found. No usage was recorded'],
    ['a member without an active plan', { ...active, active: false, usageId: null }, 'notActive', 'No Active Plan Found in Stripe'],
    ['a second car within five minutes', { ...active, error: 'Customer Already Redeemed' }, 'already', 'Customer Already Redeemed'],
    ['another error', { ...active, error: 'Sitewatch is closed' }, 'failed', 'Error: Sitewatch is closed'],
    ['nobody', { ...active, found: false, active: false }, 'notFound', 'Customer Not Found in Stripe'],
  ] as const)('tells %s', (_whom, answer, kind, message) => {
    expect(readAnswer('ABC123-IL', answer)).toMatchObject({ kind, message, code: 'ABC123-IL' });
  });
});

describe('readFailure', () => {
  it.each([
    [404, 'notFound', 'Customer Not Found in Stripe'],
    [403, 'failed', 'Error: Not yours'],
    [500, 'failed', 'Error: Not yours'],
    [502, 'unknown', 'No response. The usage may or may not have been recorded'],
    [null, 'unknown', 'No response. The usage may or may not have been recorded'],
  ] as const)('tells status %s', (status, kind, message) => {
    expect(readFailure('ABC123-IL', { status, message: 'Not yours' })).toMatchObject({ kind, message, member: null });
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

it('refuses a repeated code in the words of the API', () => {
  expect(refuseRepeated('ABC123-IL').message).toBe('Customer Already Redeemed');
});
