import { nextBillingInstants } from '../dates/billing-instant.ts';
import { addMonths, type CalendarDate } from '../dates/dates.ts';
import { increaseStart, monthsAhead } from './plan-changes.ts';

/** Members are told of a new price so many days before it (docs/rules/billing.md#terms). */
export const noticeDays = 30;

const dayMs = 24 * 3_600_000;

const dayOf = (instant: Date): CalendarDate => instant.toISOString().slice(0, 10);

/** A run needs a dry run that is at most so many days old. */
export const dryRunDays = 7;

/** Until when members must be told of a price that begins then. */
export const noticeDeadline = (start: Date): Date => new Date(start.getTime() - noticeDays * dayMs);

/** Whether members can still be told of a price that begins then. */
export const isNoticePossible = (start: Date, now: Date): boolean => now <= noticeDeadline(start);

/** Whether a dry run that ended then says too little about today. */
export const isDryRunOld = (ended: Date, now: Date): boolean => now.getTime() - ended.getTime() > dryRunDays * dayMs;

/** The 1sts on which many members' prices may rise: of the next six months, those that are at least 30 days ahead. */
export const bulkIncreaseDates = (now: Date): CalendarDate[] =>
  nextBillingInstants(now, monthsAhead)
    .filter((first) => isNoticePossible(first, now))
    .map(dayOf);

/** Why a bulk price increase passes over a subscription, in words for the office (docs/rules/billing.md#bulk-price-increases). */
export const skipReasons = {
  ended: 'The plan has ended',
  discontinued: 'The plan is discontinued',
  incomplete: 'The first payment was never made',
  past_due: 'A payment is past due',
  not_running: 'The plan isn’t active',
  price_changed: 'The member already pays another price',
  scheduled: 'A price change is already scheduled',
  price_kept: 'This member has a kept price',
  guaranteed: 'The price guarantee ends later',
  out_of_range: 'The new price is outside its range for this vehicle',
  too_late: `Fewer than ${noticeDays} days are left to notify the member`,
} as const;
export type SkipReason = keyof typeof skipReasons;
export const skipReasonNames = Object.keys(skipReasons) as readonly SkipReason[];

/** A subscription as the rule looks at it. */
export interface IncreasedMember {
  status: string;
  isDiscontinued: boolean;
  hasSchedule: boolean;
  hasKeptPrice: boolean;
  /** The price's id that is paid. */
  price: string | null;
  signedUp: CalendarDate;
  /** Months that the price is guaranteed from the sign-up on. */
  guaranteed: number;
  /** Why the new price is outside its range, in words; null inside it. */
  outOfRange: string | null;
}

/** The day from which on a member's price may rise. */
export const guaranteeEnd = ({ signedUp, guaranteed }: Pick<IncreasedMember, 'signedUp' | 'guaranteed'>): CalendarDate =>
  addMonths(signedUp, guaranteed);

const runningStatuses = ['active', 'trialing'];
const namedStatuses: Readonly<Record<string, SkipReason>> = {
  canceled: 'ended',
  incomplete_expired: 'ended',
  incomplete: 'incomplete',
  past_due: 'past_due',
};

interface Rise {
  /** The price's id that is to rise. */
  from: string;
  /** The 1st on which it would. */
  effective: CalendarDate;
  now: Date;
}

/** Why a member's price does not rise; null where it does. */
export function skipReasonOf(member: IncreasedMember, { from, effective, now }: Rise): SkipReason | null {
  const { status } = member;
  if (!runningStatuses.includes(status)) return namedStatuses[status] ?? 'not_running';
  if (member.isDiscontinued) return 'discontinued';
  if (member.price !== from) return 'price_changed';
  if (member.hasSchedule) return 'scheduled';
  if (member.hasKeptPrice) return 'price_kept';
  if (guaranteeEnd(member) > effective) return 'guaranteed';
  if (member.outOfRange !== null) return 'out_of_range';
  const start = increaseStart(effective, now);
  return start && isNoticePossible(start, now) ? null : 'too_late';
}
