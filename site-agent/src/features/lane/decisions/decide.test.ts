import { describe, expect, it } from 'vitest';
import type { RosterEntry } from '@washdesk/site-protocol/roster';
import { decide, type DecisionFacts, type RosterAgePolicy } from './decide.ts';

const now = new Date('2026-11-26T12:00:00Z');
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
const secondsAgo = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);

const member: RosterEntry = {
  seq: 1,
  code: '12345+123456',
  customer: 'cus_1',
  planName: 'Super Kiss',
  productClass: 'Super Kiss',
  status: 'active',
  goodUntil: '2026-12-08T10:00:00.000Z',
  priceIncrease: false,
  groups: [],
  removed: false,
};
const ended = { ...member, goodUntil: '2026-11-26T11:59:59.000Z' };
const policy: RosterAgePolicy = { maxRosterAgeHours: 168, afterThat: 'refuse' };
const facts: DecisionFacts = { entry: member, confirmed: hoursAgo(1), redeemed: null, redeemWindowMs: 300_000, now };

describe('decide', () => {
  it.each<[string, Partial<DecisionFacts>, boolean, string]>([
    ['a member', {}, true, 'admitted'],
    ['a member who owes', { entry: { ...member, status: 'past_due' } }, true, 'payment-due'],
    ['a canceled plan', { entry: { ...member, status: 'canceled' } }, false, 'not-active'],
    ['a plan that has ended', { entry: ended }, false, 'ended'],
    ['an unknown code', { entry: null }, false, 'not-found'],
    ['a member 299 s after a wash', { redeemed: secondsAgo(299) }, false, 'already-redeemed'],
    ['a member 300 s after a wash', { redeemed: secondsAgo(300) }, true, 'admitted'],
    ['a member 60 s after a wash with a window of a minute', { redeemed: secondsAgo(60), redeemWindowMs: 60_000 }, true, 'admitted'],
    [
      'a member 59 min after a wash with a window of an hour',
      { redeemed: secondsAgo(3_540), redeemWindowMs: 3_600_000 },
      false,
      'already-redeemed',
    ],
    ['a canceled plan after a wash', { entry: { ...member, status: 'canceled' }, redeemed: secondsAgo(1) }, false, 'not-active'],
    ['a member by a roster of 168 h', { confirmed: hoursAgo(168) }, true, 'admitted'],
    ['a member by an older roster', { confirmed: hoursAgo(168.1) }, false, 'roster-too-old'],
    ['a member before the first roster', { confirmed: null }, false, 'roster-too-old'],
  ])('about %s', (_name, change, admitted, reason) => {
    expect(decide({ ...facts, ...change }, policy)).toEqual({ admitted, reason });
  });

  it.each<[string, Partial<DecisionFacts>, boolean, string]>([
    ['a member', {}, true, 'admitted'],
    ['a plan that has ended by its date since', { entry: ended }, true, 'admitted'],
    ['a canceled plan', { entry: { ...member, status: 'canceled' } }, false, 'not-active'],
    ['an unknown code', { entry: null }, false, 'not-found'],
  ])('with admit-known and a roster that is too old, about %s', (_name, change, admitted, reason) => {
    expect(decide({ ...facts, confirmed: hoursAgo(500), ...change }, { ...policy, afterThat: 'admit-known' })).toEqual({
      admitted,
      reason,
    });
  });

  it('with admit-known keeps to the date while the roster is fresh', () => {
    expect(decide({ ...facts, entry: ended }, { ...policy, afterThat: 'admit-known' })).toEqual({ admitted: false, reason: 'ended' });
  });
});
