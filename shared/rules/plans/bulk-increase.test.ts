import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bulkIncreaseDates, guaranteeEnd, skipReasonOf, type IncreasedMember } from './bulk-increase.ts';

describe('the dates of a bulk price increase', () => {
  it.each([
    // December 1 is 10 days ahead, January 1 more than 30
    ['2026-11-21T12:00:00Z', '2027-01-01'],
    ['2026-12-02T10:00:00Z', '2027-01-01'],
    ['2026-12-02T10:00:01Z', '2027-02-01'],
    ['2027-01-30T12:00:00Z', '2027-04-01'],
    ['2027-01-30T09:00:00Z', '2027-03-01'],
  ])('on %s begin with %s', (now, first) => {
    expect(bulkIncreaseDates(new Date(now))[0]).toBe(first);
  });

  it('are 1sts of the next six months, none less than 30 days ahead', () => {
    const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(instants, (now) => {
        const dates = bulkIncreaseDates(now);
        expect(dates.length).toBeGreaterThanOrEqual(4);
        for (const date of dates) {
          expect(date).toMatch(/-01$/);
          expect(Date.parse(`${date}T10:00:00Z`) - now.getTime()).toBeGreaterThanOrEqual(30 * 86_400_000);
        }
      }),
    );
  });
});

describe('a member', () => {
  const member: IncreasedMember = {
    status: 'active',
    isDiscontinued: false,
    hasSchedule: false,
    hasKeptPrice: false,
    hasOtherForm: false,
    isDiscounted: false,
    price: 'price_old',
    signedUp: '2026-08-01',
    guaranteed: 6,
    outOfRange: null,
  };
  const reason = (more: Partial<IncreasedMember>, now = '2027-01-02T10:00:00Z') =>
    skipReasonOf({ ...member, ...more }, { from: 'price_old', effective: '2027-02-01', now: new Date(now) });

  it.each<[string | null, Partial<IncreasedMember>]>([
    [null, {}],
    [null, { status: 'trialing' }],
    ['guaranteed', { signedUp: '2026-08-02' }],
    ['guaranteed', { guaranteed: 7 }],
    ['discontinued', { isDiscontinued: true }],
    ['past_due', { status: 'past_due' }],
    ['incomplete', { status: 'incomplete' }],
    ['ended', { status: 'canceled' }],
    ['not_running', { status: 'paused' }],
    ['scheduled', { hasSchedule: true }],
    ['other_form', { hasOtherForm: true }],
    ['discounted', { isDiscounted: true }],
    ['price_kept', { hasKeptPrice: true }],
    ['price_changed', { price: 'price_other' }],
    ['out_of_range', { outOfRange: '$99.99 is outside' }],
  ])('is passed over as %s: %j', (expected, more) => {
    expect(reason(more)).toBe(expected);
  });

  it('is passed over once less than 30 days are left, also where the run began before', () => {
    expect(reason({}, '2027-01-02T10:00:01Z')).toBe('too_late');
    expect(reason({}, '2027-02-02T10:00:00Z')).toBe('too_late');
  });

  it('is never increased before the guarantee is over', () => {
    const day = fc.date({ min: new Date('2025-01-01'), max: new Date('2027-06-01'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 24 }), (signUp, guaranteed) => {
        const signedUp = signUp.toISOString().slice(0, 10);
        const isIncreased = reason({ signedUp, guaranteed }) === null;
        expect(isIncreased).toBe(guaranteeEnd({ signedUp, guaranteed }) <= '2027-02-01');
      }),
    );
  });
});
