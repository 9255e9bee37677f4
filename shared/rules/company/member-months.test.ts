import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMember,
  isMemberBefore,
  memberMonth,
  memberSpans,
  movementKinds,
  noTotals,
  shareOf,
  sumOfTotals,
  type MemberFacts,
  type MemberPlan,
  type MonthTotals,
} from './member-months.ts';

const day = (text: string): number => Date.parse(`2026-${text}T12:00:00Z`);
const november = { start: Date.parse('2026-11-01T05:00:00Z'), end: Date.parse('2026-12-01T06:00:00Z') };

const plan = (begins: string, ends: string | null = null, more: Partial<MemberPlan> = {}): MemberPlan => ({
  begins: day(begins),
  ends: ends === null ? null : day(ends),
  cause: 'voluntary',
  amount: 2_999,
  bills: [],
  ...more,
});

const monthOf = (...plans: MemberPlan[]) => memberMonth({ plans, failedBills: [] }, memberSpans(plans), november);
const movementsOf = (...plans: MemberPlan[]) => monthOf(...plans).movements.map(({ kind, amount }) => `${kind} ${amount}`);

describe('the members of a month', () => {
  it.each<[string, string[], ...MemberPlan[]]>([
    ['stay', [], plan('05-03')],
    ['sign up', ['new 2999'], plan('11-03')],
    ['come back', ['returned 2999'], plan('05-03', '09-01'), plan('11-20')],
    ['leave', ['voluntary 2999'], plan('05-03', '11-20')],
    ['are lost with their card', ['card_failure 2999'], plan('05-03', '11-20', { cause: 'card_failure' })],
    ['sign up and leave', ['new 2999', 'voluntary 2999'], plan('11-03', '11-20')],
    ['are reinstated within the month', [], plan('05-03', '11-01', { cause: 'card_failure' }), plan('11-06')],
    ['are reinstated at another price', ['up 1000'], plan('05-03', '11-01'), plan('11-06', null, { amount: 3_999 })],
    ['end and begin without a break', [], plan('05-03', '11-10'), plan('11-10')],
    ['left before', [], plan('05-03', '10-20')],
    ['come later', [], plan('12-03')],
  ])('who %s', (_who, wanted, ...plans) => {
    expect(movementsOf(...plans)).toEqual(wanted);
  });

  it('count by the last price of a member who leaves several times', () => {
    const plans = [
      plan('05-03', '11-03', { cause: 'card_failure' }),
      plan('11-05', '11-07', { cause: 'card_failure' }),
      plan('11-09', '11-12'),
    ];
    expect(movementsOf(...plans)).toEqual(['voluntary 2999']);
  });

  it('pay by the last bill before the month ends, and before the first bill by that one', () => {
    const bills = (...all: [string, number][]) => ({ bills: all.map(([at, amount]) => ({ at: day(at), amount })) });
    expect(movementsOf(plan('05-03', null, bills(['10-01', 2_999], ['11-12', 3_999])))).toEqual(['up 1000']);
    expect(movementsOf(plan('05-03', null, bills(['10-01', 2_999], ['11-12', 1_999])))).toEqual(['down 1000']);
    expect(movementsOf(plan('05-03', null, bills(['10-01', 2_999], ['12-12', 3_999])))).toEqual([]);
    expect(movementsOf(plan('05-03', null, bills(['11-12', 3_999])))).toEqual([]);
    expect(monthOf(plan('05-03', null, bills(['10-01', 2_999], ['11-12', 3_999]))).movements[0]?.at).toBe(day('11-12'));
  });

  it('have renewals that failed, which were paid later or not', () => {
    const bill = (id: string, at: string, paid: boolean) => ({ id, at: day(at), amount: 2_999, paid });
    const failedBills = [bill('in_1', '11-01', true), bill('in_2', '11-02', false), bill('in_3', '10-01', true)];
    const { movements } = memberMonth({ plans: [plan('05-03')], failedBills }, memberSpans([plan('05-03')]), november);
    expect(movements.map(({ kind, bill: id }) => `${kind} ${id}`)).toEqual(['recovered in_1', 'unpaid in_2']);
  });
});

const dayMs = 86_400_000;
const epoch = Date.parse('2026-01-01T06:00:00Z');
const months = Array.from({ length: 12 }, (_none, month) => ({ start: epoch + month * 30 * dayMs, end: epoch + (month + 1) * 30 * dayMs }));
const instant = fc.integer({ min: -60, max: 400 }).map((days) => epoch + days * dayMs);
const amount = fc.integer({ min: 1, max: 10_000 });
const anyPlan: fc.Arbitrary<MemberPlan> = fc
  .record({
    begins: instant,
    days: fc.option(fc.integer({ min: 0, max: 300 })),
    cause: fc.constantFrom('voluntary' as const, 'card_failure' as const),
    amount,
    bills: fc.array(fc.record({ at: instant, amount }), { maxLength: 5 }),
  })
  .map(({ begins, days, bills, ...rest }) => ({
    ...rest,
    begins,
    ends: days === null ? null : begins + days * dayMs,
    bills: bills.toSorted((one, other) => one.at - other.at),
  }));
const anyMembers: fc.Arbitrary<MemberFacts[]> = fc.array(
  fc.record({
    plans: fc.array(anyPlan, { minLength: 1, maxLength: 4 }),
    failedBills: fc.array(fc.record({ id: fc.string(), at: instant, amount, paid: fc.boolean() }), { maxLength: 3 }),
  }),
  { maxLength: 8 },
);

/** Returns the metrics of each month for some members. */
function countAll(members: readonly MemberFacts[]): MonthTotals[] {
  return months.map((bounds) => {
    const totals = noTotals();
    for (const facts of members) {
      addMember(totals, memberMonth(facts, memberSpans(facts.plans), bounds), { cohort: 'all', washes: 1 });
    }
    return totals;
  });
}

describe('whatever members do', () => {
  it('opening, who came and who left make the closing, in members and in revenue, up and down counted in', () => {
    fc.assert(
      fc.property(anyMembers, (members) => {
        for (const { opening, closing, movements } of countAll(members)) {
          const { new: joined, returned, voluntary, card_failure: lost, up, down } = movements;
          expect(opening.members + joined.members + returned.members - voluntary.members - lost.members).toBe(closing.members);
          expect(opening.amount + joined.amount + returned.amount + up.amount - down.amount - voluntary.amount - lost.amount).toBe(
            closing.amount,
          );
        }
      }),
    );
  });

  it('a month begins as the one before it ended', () => {
    fc.assert(
      fc.property(anyMembers, (members) => {
        const all = countAll(members);
        expect(all.slice(1).map(({ opening }) => opening)).toEqual(all.slice(0, -1).map(({ closing }) => closing));
      }),
    );
  });

  it('each member signs up at most once, and leaves for exactly one reason at a time', () => {
    fc.assert(
      fc.property(anyMembers, (members) => {
        for (const facts of members) {
          const spans = memberSpans(facts.plans);
          const seen = months.flatMap((bounds) => {
            const { movements } = memberMonth(facts, spans, bounds);
            expect(movements.filter(({ kind }) => kind === 'voluntary' || kind === 'card_failure').length).toBeLessThanOrEqual(1);
            return movements.map(({ kind }) => kind);
          });
          expect(seen.filter((kind) => kind === 'new').length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('times of membership do not touch, and hold each instant that a plan holds', () => {
    fc.assert(
      fc.property(fc.array(anyPlan, { minLength: 1, maxLength: 5 }), instant, (plans, at) => {
        const spans = memberSpans(plans);
        for (const [index, { begins }] of spans.slice(1).entries()) expect(spans[index]!.ends!).toBeLessThan(begins);
        expect(isMemberBefore(spans, at)).toBe(plans.some(({ begins, ends }) => begins < at && (ends === null || ends >= at)));
      }),
    );
  });

  it('each failed bill counts in one month, paid or not; members of a month were there or came; sites add up', () => {
    fc.assert(
      fc.property(anyMembers, anyMembers, (here, there) => {
        const all = countAll(here);
        const { start } = months[0]!;
        const { end } = months.at(-1)!;
        const failed = here.flatMap(({ failedBills }) => failedBills).filter(({ at }) => at >= start && at < end).length;
        expect(all.reduce((sum, { movements }) => sum + movements.recovered.members + movements.unpaid.members, 0)).toBe(failed);
        for (const { present, opening, closing, movements, washes, cohorts } of all) {
          expect(present).toBe(opening.members + movements.new.members + movements.returned.members);
          expect(washes).toBe(present);
          expect(cohorts['all'] ?? 0).toBe(closing.members);
        }
        const both = countAll([...here, ...there]);
        for (const [index, totals] of countAll(there).entries()) expect(sumOfTotals([all[index]!, totals])).toEqual(both[index]);
      }),
    );
  });
});

it('a share of nothing is none', () => {
  expect(shareOf(3, 0)).toBeNull();
  expect(shareOf(1, 4)).toBe(0.25);
  expect(Object.keys(noTotals().movements)).toEqual([...movementKinds]);
});
