import { firstOfMonth, firstOfNextMonth } from '../dates/billing-instant.ts';
import type { CalendarDate } from '../dates/dates.ts';
import type { OfferedPlan } from './offered-plan.ts';
import { isSoldOnline } from './online-sign-up.ts';

/** The online terms: a plan moves to another car once in this many months. */
export const plateMoveMonths = 6;
/** The online terms: a cancellation before this day of a month ends the plan with the month. */
export const cancellationDay = 25;

/**
 * Returns from when a member may change or cancel a plan: after the first full month that is billed on a 1st.
 * @param started when the plan began
 */
export function changeableFrom(started: Date): Date {
  const month = firstOfMonth(started);
  const firstFull = month.getTime() === started.getTime() ? month : firstOfNextMonth(started);
  return firstOfNextMonth(firstFull);
}

/** Returns from when a plate may be moved again. @param moved the last move; null for none */
export function plateMovableFrom(moved: Date | null): Date | null {
  if (moved === null) return null;
  const next = new Date(moved);
  next.setUTCMonth(next.getUTCMonth() + plateMoveMonths);
  return next;
}

export interface CancellationEnd {
  ends: Date;
  /** Whether one more month is billed, because the 25th has come. */
  billsAgain: boolean;
}

/**
 * Returns when a plan ends that is canceled now.
 * @param today at the member's site
 * @param periodEnd the end of the paid month
 */
export function cancellationEnd(periodEnd: Date, today: CalendarDate, now: Date): CancellationEnd {
  const isLate = Number(today.slice(8)) >= cancellationDay && periodEnd <= firstOfNextMonth(now);
  return { ends: isLate ? firstOfNextMonth(periodEnd) : periodEnd, billsAgain: isLate };
}

interface Reinstatable {
  former: OfferedPlan | null;
  /** The price that is kept for the member. */
  kept: string | null;
  /** The plan of the counter's reinstatement. */
  chosen: OfferedPlan | null;
  offers: readonly OfferedPlan[];
}

/**
 * Returns the plans with which a member starts an ended plan again. `own` is the one that the counter would reinstate if its price is kept,
 * otherwise the former class as it is sold online today; null if it is no longer offered.
 */
export function restartPlans({ former, kept, chosen, offers }: Reinstatable): { own: OfferedPlan | null; others: OfferedPlan[] } {
  const online = offers.filter(isSoldOnline);
  const isKept = chosen !== null && (chosen.price === kept || chosen.price === former?.price);
  const own = isKept ? chosen : (online.find(({ productClass }) => productClass === former?.productClass) ?? null);
  return { own, others: online.filter(({ price }) => price !== own?.price) };
}

/** Why members cancel; staff see the text. */
export const cancellationReasons = {
  expensive: 'Too expensive',
  unused: 'Not using it enough',
  moved: 'Moved away',
  sold_car: 'Sold the car',
  quality: 'Not satisfied with the wash',
  other: 'Another reason',
} as const;
export type CancellationReason = keyof typeof cancellationReasons;
export const cancellationReasonCodes = Object.keys(cancellationReasons) as [CancellationReason, ...CancellationReason[]];

/** What one press does instead of canceling: a free month, or a change to a cheaper plan of this product. */
export type SaveAct = { kind: 'free_month' } | { kind: 'plan'; product: string };

/** What a member is offered after choosing a reason to cancel. */
export interface SaveOffer {
  reason: CancellationReason;
  en: string;
  es: string;
  /** Null for a text alone. */
  act: SaveAct | null;
}

const offerLine = /^([a-z_]+):\s*([^|]+?)\s*\|\s*([^|]+?)\s*(?:\|\s*([^|]+?)\s*)?$/;

/** @returns undefined for a text that names no act */
function saveActIn(text: string | undefined): SaveAct | null | undefined {
  if (text === undefined) return null;
  if (text === 'free month') return { kind: 'free_month' };
  const [, product] = /^plan:\s*(\S.*)$/.exec(text) ?? [];
  return product === undefined ? undefined : { kind: 'plan', product };
}

/**
 * Reads a line of the setting `saveOffers`: 'expensive: English text | Spanish text', then '| free month' or '| plan: Super Kiss'. Null if
 * it has another form.
 */
export function saveOfferIn(line: string): SaveOffer | null {
  const [, reason = '', en = '', es = '', more] = offerLine.exec(line.trim()) ?? [];
  const act = saveActIn(more);
  return Object.hasOwn(cancellationReasons, reason) && act !== undefined ? { reason: reason as CancellationReason, en, es, act } : null;
}

/** Returns what is wrong with the lines of the setting; null if nothing is. */
export function saveOffersProblem(lines: readonly string[]): string | null {
  const offers = lines.map(saveOfferIn);
  const wrongAct = lines.map((line) => offerLine.exec(line.trim())?.[4]).find((act) => saveActIn(act) === undefined);
  if (wrongAct !== undefined) return `“${wrongAct}” is no act: use “free month” or “plan: name of a cheaper plan”`;
  if (offers.includes(null)) return `must be “reason: English | Spanish”, with a reason of ${cancellationReasonCodes.join(', ')}`;
  return new Set(offers.map((offer) => offer?.reason)).size < offers.length ? 'must have one line per reason' : null;
}
