/**
 * What a month did to the members of a site (docs/rules/company.md#numbers-at-a-glance). Instants are epoch milliseconds, amounts cents a
 * month before tax.
 */

/** Changes with every change of what a number means: all months are then counted anew. */
export const numbersVersion = 1;

export type LeavingCause = 'voluntary' | 'card_failure';

/**
 * Why a plan ended: its card, where Stripe gave up asking for the payment, or where it ended while a bill of it was owed, whoever ended it;
 * else the member wanted it.
 * @param plan `reason` is Stripe's
 */
export const leavingCause = ({ status, reason, owed }: { status: string; reason: string | null; owed: boolean }): LeavingCause =>
  owed || reason === 'payment_failed' || status === 'unpaid' || status === 'paused' ? 'card_failure' : 'voluntary';

/** A plan of a member at the site, from its sign-up on. */
export interface MemberPlan {
  begins: number;
  /** Null while it runs. */
  ends: number | null;
  /** Why it ended. */
  cause: LeavingCause;
  /** What a month costs today. */
  amount: number;
  /** What a month cost by each bill, the oldest first. */
  bills: readonly { at: number; amount: number }[];
}

/** A renewal whose first payment failed. */
export interface FailedBill {
  id: string;
  at: number;
  amount: number;
  paid: boolean;
}

/** What is known of somebody as a member of one site. */
export interface MemberFacts {
  plans: readonly MemberPlan[];
  failedBills: readonly FailedBill[];
}

/** A time in which somebody was a member without a break. */
export interface MemberSpan {
  begins: number;
  ends: number | null;
  /** Why it ended; null while it lasts. */
  cause: LeavingCause | null;
}

/** The times of membership, the first one first: plans that follow each other without a break are one. */
export function memberSpans(plans: readonly MemberPlan[]): MemberSpan[] {
  const spans: MemberSpan[] = [];
  for (const { begins, ends, cause } of plans.toSorted((one, other) => one.begins - other.begins)) {
    const last = spans.at(-1);
    const joins = last && (last.ends === null || begins <= last.ends);
    if (!joins) spans.push({ begins, ends, cause: ends === null ? null : cause });
    else if (last.ends !== null && (ends === null || ends > last.ends)) {
      last.ends = ends;
      last.cause = ends === null ? null : cause;
    }
  }
  return spans;
}

/** Whether a time holds the instant just before this one: months meet there, and the end of one is the beginning of the next. */
const holdsBefore = ({ begins, ends }: { begins: number; ends: number | null }, at: number): boolean =>
  begins < at && (ends === null || ends >= at);

export const isMemberBefore = (spans: readonly MemberSpan[], at: number): boolean => spans.some((span) => holdsBefore(span, at));

/** By the last bill before the instant; before the first bill by that one, and without any by today's price. */
const amountBefore = ({ bills, amount }: MemberPlan, at: number): number =>
  (bills.findLast((bill) => bill.at < at) ?? bills[0] ?? { amount }).amount;

/** What the plans that run just before the instant cost a month. */
export const revenueBefore = (plans: readonly MemberPlan[], at: number): number =>
  plans.reduce((sum, plan) => (holdsBefore(plan, at) ? sum + amountBefore(plan, at) : sum), 0);

export const movementKinds = ['new', 'returned', 'voluntary', 'card_failure', 'up', 'down', 'recovered', 'unpaid'] as const;
export type MovementKind = (typeof movementKinds)[number];

/** Something that a month did to a member; what it is about is the member, or a bill by its id. */
export interface Movement {
  kind: MovementKind;
  at: number;
  amount: number;
  bill: string | null;
}

export interface MonthBounds {
  start: number;
  /** Not included; of the running month the instant of the count. */
  end: number;
}

/** What a month did to one member. */
export interface MemberMonth {
  /** What they paid a month before it began; null for who was no member. */
  opening: number | null;
  closing: number | null;
  /** Whether they were a member at any time in it. */
  present: boolean;
  movements: Movement[];
}

/**
 * Who comes and goes more than once in a month counts by how the month began and ended: as one who came, one who left, both, or as neither,
 * with what they pay more or less.
 */
export function memberMonth({ plans, failedBills }: MemberFacts, spans: readonly MemberSpan[], { start, end }: MonthBounds): MemberMonth {
  const within = (at: number): boolean => at >= start && at < end;
  const opening = isMemberBefore(spans, start) ? revenueBefore(plans, start) : null;
  const closing = isMemberBefore(spans, end) ? revenueBefore(plans, end) : null;
  const joined = opening === null ? spans.find(({ begins }) => within(begins)) : undefined;
  const left = closing === null ? spans.findLast(({ ends }) => ends !== null && within(ends)) : undefined;
  const movements: Movement[] = [];
  const move = (kind: MovementKind, at: number, amount: number): unknown => movements.push({ kind, at, amount, bill: null });

  const leaving = left?.ends ?? end;
  if (joined) move(joined === spans[0] ? 'new' : 'returned', joined.begins, closing ?? revenueBefore(plans, leaving));
  if (left?.cause) move(left.cause, leaving, opening ?? revenueBefore(plans, leaving));
  if (opening !== null && closing !== null && opening !== closing) {
    move(closing > opening ? 'up' : 'down', changedAt(plans, { start, end }), Math.abs(closing - opening));
  }
  for (const { id, at, amount, paid } of failedBills.filter((bill) => within(bill.at))) {
    movements.push({ kind: paid ? 'recovered' : 'unpaid', at, amount, bill: id });
  }
  return { opening, closing, present: spans.some(({ begins, ends }) => begins < end && (ends === null || ends >= start)), movements };
}

/** When what somebody pays changed last in a month: with the bill that first had it, else with the plan. */
function changedAt(plans: readonly MemberPlan[], { start, end }: MonthBounds): number {
  const instants = plans.flatMap(({ begins, ends, bills }) => [
    begins,
    ends ?? end,
    ...bills.flatMap(({ at, amount }, index) => (amount === bills[index - 1]?.amount ? [] : [at])),
  ]);
  return Math.max(start, ...instants.filter((at) => at >= start && at < end));
}

/** How many members a month moved so, and by how much their monthly revenue. */
export interface MovementTotal {
  members: number;
  amount: number;
}

/** The numbers of a site and month. */
export interface MonthTotals {
  opening: MovementTotal;
  closing: MovementTotal;
  movements: Record<MovementKind, MovementTotal>;
  /** Who was a member at any time in the month, and how often all of them washed. */
  present: number;
  washes: number;
  /** Who is still a member when the month ends, by the month (`YYYY-MM`) of their first sign-up at the site. */
  cohorts: Record<string, number>;
}

const nothing = (): MovementTotal => ({ members: 0, amount: 0 });

export const noTotals = (): MonthTotals => ({
  opening: nothing(),
  closing: nothing(),
  movements: Object.fromEntries(movementKinds.map((kind) => [kind, nothing()])) as Record<MovementKind, MovementTotal>,
  present: 0,
  washes: 0,
  cohorts: {},
});

const count = (total: MovementTotal, amount: number): void => {
  total.members += 1;
  total.amount += amount;
};

/** Adds a member's month to the totals. @param cohort the month of the first sign-up; null for one that is too long ago to be shown */
export function addMember(
  totals: MonthTotals,
  { opening, closing, present, movements }: MemberMonth,
  { cohort, washes }: { cohort: string | null; washes: number },
): void {
  if (opening !== null) count(totals.opening, opening);
  if (closing !== null) count(totals.closing, closing);
  for (const { kind, amount } of movements) count(totals.movements[kind], amount);
  if (present) totals.present += 1;
  if (present) totals.washes += washes;
  if (closing !== null && cohort !== null) totals.cohorts[cohort] = (totals.cohorts[cohort] ?? 0) + 1;
}

const addTotal = (one: MovementTotal, other: MovementTotal): MovementTotal => ({
  members: one.members + other.members,
  amount: one.amount + other.amount,
});

/** The numbers of several sites together: what is shown for all of them. */
export function sumOfTotals(all: readonly MonthTotals[]): MonthTotals {
  const sum = noTotals();
  for (const totals of all) {
    sum.opening = addTotal(sum.opening, totals.opening);
    sum.closing = addTotal(sum.closing, totals.closing);
    for (const kind of movementKinds) sum.movements[kind] = addTotal(sum.movements[kind], totals.movements[kind]);
    sum.present += totals.present;
    sum.washes += totals.washes;
    for (const [cohort, members] of Object.entries(totals.cohorts)) sum.cohorts[cohort] = (sum.cohorts[cohort] ?? 0) + members;
  }
  return sum;
}

/** The part of a whole; null where there is no whole. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
