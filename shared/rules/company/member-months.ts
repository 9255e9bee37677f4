/**
 * The monthly changes in a site's members (docs/rules/company.md#metrics). Instants are epoch milliseconds, amounts cents per
 * month before tax.
 */

/** Increased with every change in the meaning of a metric: all months are then counted again. */
export const metricsVersion = 2;

export type LeavingCause = 'voluntary' | 'card_failure';

/**
 * Returns why a plan ended. `card_failure`: Stripe stopped collecting the payment, or a bill was unpaid when the plan ended, no matter who
 * ended it. Otherwise `voluntary`.
 * @param plan `reason` is Stripe's
 */
export const leavingCause = ({ reason, owed }: { reason: string | null; owed: boolean }): LeavingCause =>
  owed || reason === 'payment_failed' ? 'card_failure' : 'voluntary';

/** A member's plan at the site, from its sign-up. */
export interface MemberPlan {
  begins: number;
  /** Null while it runs. */
  ends: number | null;
  /** Why it ended. */
  cause: LeavingCause;
  /** The current monthly price. */
  amount: number;
  /** The monthly price on each bill, oldest first. */
  bills: readonly { at: number; amount: number }[];
}

/** A renewal whose first payment failed. */
export interface FailedBill {
  id: string;
  at: number;
  amount: number;
  paid: boolean;
}

/** The data about a customer as a member of one site. */
export interface MemberFacts {
  plans: readonly MemberPlan[];
  failedBills: readonly FailedBill[];
}

/** A period of uninterrupted membership. */
export interface MemberSpan {
  begins: number;
  ends: number | null;
  /** Why it ended; null if it has not. */
  cause: LeavingCause | null;
}

/** Returns the periods of membership, earliest first. Plans without a gap between them form one period. */
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

/** Whether a period contains the instant just before this one. Months meet at this instant: the end of one is the start of the next. */
const holdsBefore = ({ begins, ends }: { begins: number; ends: number | null }, at: number): boolean =>
  begins < at && (ends === null || ends >= at);

export const isMemberBefore = (spans: readonly MemberSpan[], at: number): boolean => spans.some((span) => holdsBefore(span, at));

/** Returns the price on the last bill before the instant; before the first bill, the first bill's; without bills, the current price. */
const amountBefore = ({ bills, amount }: MemberPlan, at: number): number =>
  (bills.findLast((bill) => bill.at < at) ?? bills[0] ?? { amount }).amount;

/** Returns the monthly cost of the plans that run just before the instant. */
export const revenueBefore = (plans: readonly MemberPlan[], at: number): number =>
  plans.reduce((sum, plan) => (holdsBefore(plan, at) ? sum + amountBefore(plan, at) : sum), 0);

export const movementKinds = ['new', 'returned', 'voluntary', 'card_failure', 'up', 'down', 'recovered', 'unpaid'] as const;
export type MovementKind = (typeof movementKinds)[number];

/** A change in a month, of a member or of a bill by its id. */
export interface Movement {
  kind: MovementKind;
  at: number;
  amount: number;
  bill: string | null;
}

export interface MonthBounds {
  start: number;
  /** Exclusive; for the current month, the time of the count. */
  end: number;
}

/** One member's changes in a month. */
export interface MemberMonth {
  /** The monthly amount before the month began; null if not a member then. */
  opening: number | null;
  closing: number | null;
  /** Whether they were a member at any time in the month. */
  present: boolean;
  movements: Movement[];
}

/**
 * Compares the start and end of the month for members who join and leave several times in it: they count as joined, left, both or neither,
 * with the change in what they pay.
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

/** Returns when the amount last changed in a month: at the first bill with it, otherwise at the plan's start or end. */
function changedAt(plans: readonly MemberPlan[], { start, end }: MonthBounds): number {
  const instants = plans.flatMap(({ begins, ends, bills }) => [
    begins,
    ends ?? end,
    ...bills.flatMap(({ at, amount }, index) => (amount === bills[index - 1]?.amount ? [] : [at])),
  ]);
  return Math.max(start, ...instants.filter((at) => at >= start && at < end));
}

/** The members with a change in the month, and the change in monthly revenue. */
export interface MovementTotal {
  members: number;
  amount: number;
}

/** The metrics of a site in a month. */
export interface MonthTotals {
  opening: MovementTotal;
  closing: MovementTotal;
  movements: Record<MovementKind, MovementTotal>;
  /** Members at any time in the month; `washes` are all of theirs. */
  present: number;
  washes: number;
  /** Members at the month's end, by the month (`YYYY-MM`) of their first sign-up at the site. */
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

/** Adds a member's month to the totals. @param cohort the month of the first sign-up; null if too long ago to be shown */
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

/** Returns the sums over several sites. */
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

/** Returns the part as a share of the whole; null if the whole is 0. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
