import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admissionOf, admits, admittedUntil, compareHolders, type Holder } from './admission.ts';

const end = new Date('2026-12-01T10:00:00Z');
const dayMs = 86_400_000;
const daysAfter = (days: number): Date => new Date(end.getTime() + days * dayMs);
const statuses = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete', 'canceled', 'not_redeemable', 'none'];
const status = fc.constantFrom(...statuses);

describe('admissionOf', () => {
  it.each([
    ['active', 'admitted'],
    ['trialing', 'admitted'],
    ['past_due', 'payment-due'],
    ['unpaid', 'not-active'],
    ['paused', 'not-active'],
    ['canceled', 'not-active'],
    ['not_redeemable', 'not-active'],
    ['a status of a later Stripe', 'not-active'],
    ['toString', 'not-active'],
  ])('of %s is %s', (word, admission) => {
    expect(admissionOf({ status: word, goodUntil: daysAfter(7) }, end)).toBe(admission);
  });

  it('of an unknown code is not-found', () => {
    expect(admissionOf(null, end)).toBe('not-found');
  });

  it('ends at the instant of goodUntil', () => {
    const member = { status: 'active', goodUntil: end };
    expect(admissionOf(member, new Date(end.getTime() - 1))).toBe('admitted');
    expect(admissionOf(member, end)).toBe('ended');
    expect(admissionOf({ ...member, goodUntil: null }, daysAfter(900))).toBe('admitted');
  });

  it('only falls as time passes', () => {
    const days = fc.integer({ min: -40, max: 40 });
    fc.assert(
      fc.property(status, fc.option(days), days, fc.nat(30), (word, until, day, more) => {
        const standing = { status: word, goodUntil: until === null ? null : daysAfter(until) };
        const [before, after] = [day, day + more].map((at) => admits(admissionOf(standing, daysAfter(at))));
        expect(before || !after).toBe(true);
      }),
    );
  });
});

describe('admittedUntil', () => {
  const term = { status: 'active', periodEnd: end, discontinued: false, endsAt: null };

  it.each([
    ['a good status some days beyond its period', {}, daysAfter(7)],
    ['a past-due one too', { status: 'past_due' }, daysAfter(7)],
    ['a discontinued plan to the end of its period', { discontinued: true }, end],
    ['a plan that ends on a day, until then', { endsAt: daysAfter(2) }, daysAfter(2)],
    ['one that ends much later, as any', { endsAt: daysAfter(90) }, daysAfter(7)],
    ['a canceled one never', { status: 'canceled' }, null],
    ['one without a period for any time', { periodEnd: null }, null],
  ])('admits %s', (_name, change, until) => {
    expect(admittedUntil({ ...term, ...change }, 7)).toEqual(until);
  });
});

describe('compareHolders', () => {
  const holder: fc.Arbitrary<Holder> = fc.record({
    customer: fc.constantFrom('cus_a', 'cus_b', 'cus_c'),
    status,
    subscription: fc.option(fc.constantFrom('sub_a', 'sub_b')),
    periodEnd: fc.option(fc.integer({ min: 0, max: 3 }).map(daysAfter)),
  });

  it('finds the same holder in any order, and an admitted one before any other', () => {
    fc.assert(
      fc.property(fc.array(holder, { minLength: 1, maxLength: 5 }), (holders) => {
        const [first] = holders.toSorted(compareHolders);
        const [again] = holders.toReversed().toSorted(compareHolders);
        expect(compareHolders(first!, again!)).toBe(0);
        const admitted = (one: Holder) => admits(admissionOf({ status: one.status, goodUntil: null }, end));
        expect(admitted(first!)).toBe(holders.some(admitted));
      }),
    );
  });
});
