import { nextBillingInstants } from '../dates/billing-instant.ts';
import { addMonths, type CalendarDate } from '../dates/dates.ts';
import { increaseStart, monthsAhead } from './plan-changes.ts';
import { hasBegun, hasEnded, meaningOf, owesPayment } from './statuses.ts';

/** The days of notice before a new price (docs/rules/billing.md#terms). */
export const noticeDays = 30;

const dayMs = 24 * 3_600_000;

const dayOf = (instant: Date): CalendarDate => instant.toISOString().slice(0, 10);

/** The maximum age in days of the dry run that a run needs. */
export const dryRunDays = 7;

/** Returns the deadline to notify members of a price that starts then. */
export const noticeDeadline = (start: Date): Date => new Date(start.getTime() - noticeDays * dayMs);

/** Whether members can still be notified of a price that starts then. */
export const isNoticePossible = (start: Date, now: Date): boolean => now <= noticeDeadline(start);

/** Whether a dry run that ended then is too old. */
export const isDryRunOld = (ended: Date, now: Date): boolean => now.getTime() - ended.getTime() > dryRunDays * dayMs;

/** Returns the possible start dates of a bulk increase: the 1sts of the next six months that are at least 30 days ahead. */
export const bulkIncreaseDates = (now: Date): CalendarDate[] =>
  nextBillingInstants(now, monthsAhead)
    .filter((first) => isNoticePossible(first, now))
    .map(dayOf);

/** The states of an increase's members, in display order. */
export const memberStateWords = {
  planned: 'Planned',
  checked: 'Checked',
  scheduled: 'Scheduled',
  skipped: 'Skipped',
  refused: 'Failed',
  undone: 'Undone',
  kept: 'Couldn’t undo',
  untouched: 'Never scheduled',
} as const;

/** The states of a member's notice, in display order. */
export const noticeStateWords = {
  waiting: 'Waiting',
  queued: 'Sending',
  sent: 'Sent',
  letter: 'Letter to print',
  printed: 'Letter printed',
  dropped: 'Not sent',
} as const;

/** Why a bulk price increase skips a subscription, in words for the office (docs/rules/billing.md#bulk-price-increases). */
export const skipReasons = {
  ended: 'The plan has ended',
  discontinued: 'The plan is discontinued',
  incomplete: 'The first payment was never made',
  past_due: 'A payment is past due',
  not_running: 'The plan isn’t active',
  other_form: 'The plan isn’t one monthly price with quantity 1',
  discounted: 'A coupon lowers the price',
  price_changed: 'The member already pays another price',
  scheduled: 'A price change is already scheduled',
  price_kept: 'This member has a kept price',
  guaranteed: 'The price guarantee ends later',
  out_of_range: 'The new price is outside its range for this vehicle',
  too_late: `Fewer than ${noticeDays} days are left to notify the member`,
} as const;
export type SkipReason = keyof typeof skipReasons;
export const skipReasonNames = Object.keys(skipReasons) as readonly SkipReason[];

/** The facts about a subscription that the rule needs. */
export interface IncreasedMember {
  status: string;
  isDiscontinued: boolean;
  /** Whether it has another quantity, several prices or another rhythm. */
  hasOtherForm: boolean;
  /** Whether a coupon set in Stripe lowers its bills: the notice would state a wrong price. */
  isDiscounted: boolean;
  hasSchedule: boolean;
  hasKeptPrice: boolean;
  /** The id of the current price. */
  price: string | null;
  signedUp: CalendarDate;
  /** Months from the sign-up for which the price is guaranteed. */
  guaranteed: number;
  /** Why the new price is outside its range; null if it is inside. */
  outOfRange: string | null;
}

/** Returns the first day on which a member's price may rise. */
export const guaranteeEnd = ({ signedUp, guaranteed }: Pick<IncreasedMember, 'signedUp' | 'guaranteed'>): CalendarDate =>
  addMonths(signedUp, guaranteed);

function skipReasonOfStatus(status: string): SkipReason {
  if (hasEnded(status)) return 'ended';
  if (!hasBegun(status)) return 'incomplete';
  return owesPayment(status) ? 'past_due' : 'not_running';
}

interface Rise {
  /** The id of the price to increase. */
  from: string;
  /** The 1st on which the new price starts. */
  effective: CalendarDate;
  now: Date;
}

/** Returns why a member's price does not rise; null if it does. */
export function skipReasonOf(member: IncreasedMember, { from, effective, now }: Rise): SkipReason | null {
  const { status } = member;
  if (!meaningOf(status).allows.includes('increase')) return skipReasonOfStatus(status);
  if (member.isDiscontinued) return 'discontinued';
  if (member.hasOtherForm) return 'other_form';
  if (member.isDiscounted) return 'discounted';
  if (member.price !== from) return 'price_changed';
  if (member.hasSchedule) return 'scheduled';
  if (member.hasKeptPrice) return 'price_kept';
  if (guaranteeEnd(member) > effective) return 'guaranteed';
  if (member.outOfRange !== null) return 'out_of_range';
  const start = increaseStart(effective, now);
  return start && isNoticePossible(start, now) ? null : 'too_late';
}
