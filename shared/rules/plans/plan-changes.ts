import { customerKeys, subscriptionKeys } from '../company/metadata-keys.ts';
import { atLeast, Role } from '../company/roles.ts';
import { nextBillingInstants } from '../dates/billing-instant.ts';
import { addMonths, epochSeconds, type CalendarDate } from '../dates/dates.ts';
import type { OfferedPlan } from './offered-plan.ts';
import { mayContinue, meaningOf, type SubscriptionAction } from './statuses.ts';

export const cappedMessage = 'Downgrade price is capped at $29.99';
export const mayNotHaveCompletedCycle = 'The customer may not have completed one billing cycle';
/** What to do with a subscription of another form. */
export const otherFormAdvice = 'Change its prices in Stripe; here it can only be ended or continued';
export const lockedForSeller = 'Cashiers can’t discontinue a subscription they sold within the last 48 hours';

/** The subscription at the card provider. */
interface SubscriptionState {
  status: string;
  cancel_at_period_end: boolean;
  /** Why it is not one plan with quantity 1 (plan-price.ts); none if it is. */
  problem?: string | null;
}

const pricedActions: readonly SubscriptionAction[] = ['upgrade', 'downgrade', 'changeprice', 'increase'];

/** Returns why the action is not possible now, in words for a cashier; null if it is (docs/rules/billing.md#subscription-statuses). */
export function refusalOf(action: SubscriptionAction, { status, cancel_at_period_end, problem = null }: SubscriptionState): string | null {
  const { label, ended, began, allows } = meaningOf(status);
  if (cancel_at_period_end && mayContinue(status)) return 'This plan is discontinued. It can only be reinstated';
  if (problem !== null && pricedActions.includes(action)) return `${problem}. ${otherFormAdvice}`;
  if (allows.includes(action)) return null;
  if (ended && began) return 'This plan is canceled. It can only be reinstated';
  return action === 'upgrade' || action === 'downgrade'
    ? `Only an active plan can be upgraded or downgraded. This one’s status is ${label}`
    : `Only an active plan can be changed. This one’s status is ${label}`;
}

/** Whether `to` is a higher price of the same plan at the same site. */
export const isIncrease = (from: OfferedPlan, to: OfferedPlan): boolean =>
  to.active && to.productClass === from.productClass && to.site === from.site && to.amount > from.amount;

const previewLastsSeconds = 24 * 3_600;

/**
 * Whether a change can be charged from the time of its preview: in the current period, not in the future, and at most a day
 * ago. The period may have ended although the next one is not known yet. All are epoch seconds.
 */
export function isRecentEnough(prorationDate: number, now: number, period: { start: number; end: number }): boolean {
  const age = now - prorationDate;
  return age >= 0 && age <= previewLastsSeconds && prorationDate >= period.start && now < period.end;
}

const lockSeconds = 48 * 3_600;

/**
 * Whether this cashier sold the plan within the last 48 hours and so cannot discontinue it
 * (docs/rules/billing.md#discontinue-and-terminate). An online sign-up counts as sold when a cashier completed it.
 */
export function isLockedForSeller(
  { created, metadata }: { created: number; metadata: Readonly<Record<string, string>> },
  { roles, employee }: { roles: number; employee: number | null },
  now: Date,
): boolean {
  const own = employee !== null && metadata[subscriptionKeys.employeeNumber] === String(employee);
  if (!own || atLeast(roles, Role.User)) return false;
  const soldAt = Number(metadata[subscriptionKeys.signUpCompleted]) || created;
  return now.getTime() / 1_000 - soldAt < lockSeconds;
}

export const monthsAhead = 6;

/**
 * Returns when an increase starts: the 1st of one of the next six months.
 * @param date the chosen 1st; default: the next one
 * @returns null for any other day
 */
export function increaseStart(date: CalendarDate | undefined, now: Date): Date | null {
  const firsts = nextBillingInstants(now, monthsAhead);
  return (date === undefined ? firsts[0] : firsts.find((first) => first.toISOString().startsWith(date))) ?? null;
}

/** Returns the sale item of an increase; a plus marks the Plus class. */
export function increaseItem({ amount, productClass }: Pick<OfferedPlan, 'amount' | 'productClass'>): string {
  const plus = productClass.endsWith('Plus') ? '+' : '';
  return `PI ${(amount / 100).toFixed(2)}${plus} Sold`;
}

/** Returns the metadata that keeps a price for a member for one month. */
export function nextPriceMetadata(price: string, now: Date): Record<string, string> {
  const [date = '', time = ''] = now.toISOString().split('T');
  const expires = epochSeconds(new Date(`${addMonths(date, 1)}T${time}`));
  return { [customerKeys.nextPrice]: price, [customerKeys.nextPriceExpires]: String(expires) };
}

export interface KeptPrice {
  price: string;
  /** Epoch seconds. */
  expires: number;
}

/** Returns the price still kept for the member: the customer's `nextprice`, until `nextpriceexpires` (docs/rules/billing.md#kept-price). */
export function keptPrice(metadata: Readonly<Record<string, string>> | undefined, now: Date): KeptPrice | null {
  const price = metadata?.[customerKeys.nextPrice];
  const expires = Number(metadata?.[customerKeys.nextPriceExpires]);
  return price && Number.isSafeInteger(expires) && expires * 1_000 > now.getTime() ? { price, expires } : null;
}

/**
 * Returns the metadata that clears the price kept for a customer before a change to another price; null if none is kept. A kept price counts
 * only until the next change.
 */
export const clearingKeptPrice = (
  metadata: Readonly<Record<string, string>> | undefined,
  price: string | null,
): Record<string, string> | null =>
  metadata?.[customerKeys.nextPrice] && metadata[customerKeys.nextPrice] !== price ? { ...clearedNextPrice } : null;

/** Metadata that clears the kept price: an empty value removes its key. */
export const clearedNextPrice: Readonly<Record<string, string>> = { [customerKeys.nextPrice]: '', [customerKeys.nextPriceExpires]: '' };
