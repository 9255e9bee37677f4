import { isSent } from '../billing/invoices.ts';
import { centsToDollars } from '../billing/money.ts';
import { withTax, type TaxRate } from '../billing/tax.ts';

/** The fields of the provider's price that decide whether it is a plan; missing ones are those of a monthly dollar price. */
export interface PriceForm {
  unit_amount?: number | null;
  currency?: string;
  billing_scheme?: string;
  transform_quantity?: object | null;
  /** Null for a price that is charged once. */
  recurring?: { interval: string; interval_count: number; usage_type: string } | null;
}

const rhythmOf = ({ interval, interval_count: count }: NonNullable<PriceForm['recurring']>): string =>
  count === 1 ? `every ${interval}` : `every ${count} ${interval}s`;

const isMonthly = ({ interval, interval_count }: NonNullable<PriceForm['recurring']>): boolean =>
  interval === 'month' && interval_count === 1;

/**
 * Returns why a price is no plan: a plan costs one fixed amount of US dollars per month (docs/rules/billing.md#plans). Null if it is one.
 * Completes "It is …".
 */
export function planPriceProblem({
  currency = 'usd',
  unit_amount,
  billing_scheme,
  transform_quantity,
  recurring,
}: PriceForm): string | null {
  if (currency !== 'usd') return `charged in ${currency.toUpperCase()}, not in US dollars`;
  if (recurring === null) return 'charged once, not every month';
  if (recurring && recurring.usage_type !== 'licensed') return 'charged by usage';
  if (recurring && !isMonthly(recurring)) return `charged ${rhythmOf(recurring)}, not every month`;
  if (unit_amount === null || billing_scheme === 'tiered' || transform_quantity) return 'without a fixed amount';
  return null;
}

interface PricedItem {
  quantity?: number;
  price: PriceForm;
}

/** Returns why items are not one plan with quantity 1, as a sentence without its period; null if they are. */
export function itemsProblem(items: readonly PricedItem[]): string | null {
  const [item] = items;
  if (!item) return 'This subscription has no plan';
  if (items.length > 1) return `This subscription has ${items.length} plans`;
  if (item.quantity !== undefined && item.quantity !== 1) return `This subscription has quantity ${item.quantity}`;
  const problem = planPriceProblem(item.price);
  return problem && `This plan is ${problem}`;
}

/** The fields of the provider's subscription that decide whether Washdesk can price it. */
interface SubscriptionForm {
  items: { data: readonly PricedItem[] };
  collection_method?: string;
  cancel_at?: number | null;
  cancel_at_period_end: boolean;
  ended_at: number | null;
}

/**
 * Returns why a subscription is not one plan with quantity 1 that is charged to a card every month until it is ended here, as a sentence
 * without its period; null if it is.
 */
export function subscriptionProblem(subscription: SubscriptionForm): string | null {
  const { items, collection_method: method } = subscription;
  if (isSent(method)) return 'This subscription is paid by invoices that Stripe sends, not by card';
  return itemsProblem(items.data) ?? (endsOnDate(subscription) ? 'This plan has an end date that was set in Stripe' : null);
}

/** Whether a running plan ends on a date of its own instead of with its period. */
const endsOnDate = ({ cancel_at, cancel_at_period_end: ends, ended_at }: Omit<SubscriptionForm, 'items'>): boolean =>
  cancel_at != null && !ends && ended_at === null;

/** The fields of the provider's schedule that decide whether it is one scheduled price. */
interface ScheduleForm {
  end_behavior?: string;
  current_phase?: { start_date: number } | null;
  phases: readonly { start_date: number; items: readonly { quantity?: number }[] }[];
}

/**
 * Returns why a schedule is more than one price that begins once and stays, as a sentence without its period; null if it is not. A change
 * would lose its other phases.
 */
export function scheduleProblem({ end_behavior: end = 'release', current_phase: current, phases }: ScheduleForm): string | null {
  const now = current?.start_date ?? phases[0]?.start_date ?? 0;
  const ahead = phases.filter(({ start_date: start }) => start > now);
  const isOnePrice = ahead.length <= 1 && ahead.every(({ items: [item, ...more] }) => more.length === 0 && (item?.quantity ?? 1) === 1);
  return isOnePrice && end === 'release' ? null : 'This plan has a schedule that was set in Stripe';
}

const money = (cents: number, currency: string): string =>
  currency === 'usd' ? centsToDollars(cents) : `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;

function termsOf(
  { quantity = 1, price: { unit_amount, currency = 'usd', recurring } }: PricedItem,
  rates: readonly TaxRate[],
): string | null {
  if (unit_amount == null) return null;
  const rhythm = recurring === null ? 'once' : recurring && !isMonthly(recurring) ? rhythmOf(recurring) : 'a month';
  const each = money(unit_amount, currency);
  const total = withTax(unit_amount * quantity, rates);
  if (total === unit_amount * quantity) return `${quantity === 1 ? '' : `${quantity} × `}${each} ${rhythm}`;
  return `${money(total, currency)} ${rhythm} with tax${quantity === 1 ? '' : ` (${quantity} × ${each})`}`;
}

/** Returns what a subscription costs with tax, as it is: "$31.49 a month with tax", "2 × $29.99 a month"; null if no price is known. */
export function subscriptionTerms(items: readonly PricedItem[], rates: readonly TaxRate[] = []): string | null {
  const terms = items.flatMap((item) => termsOf(item, rates) ?? []);
  return terms.length === 0 ? null : terms.join(' and ');
}

interface Discounted {
  discounts?: readonly unknown[] | null;
  items: { data: readonly { discounts?: readonly unknown[] | null }[] };
}

/** Whether coupons lower a subscription's bills: its own, those of its items or its customer's. Washdesk makes only that of a free month. */
export function isDiscounted({ discounts, items }: Discounted, customer: { discount?: object | null }): boolean {
  const lists = [discounts, ...items.data.map((item) => item.discounts)];
  return Boolean(customer.discount) || lists.some((list) => (list?.length ?? 0) > 0);
}

/** Adds to the terms that bills are lower; how much is only known from the provider's preview. */
export const beforeDiscounts = (terms: string | null, discounted: boolean): string | null =>
  terms !== null && discounted ? `${terms}, before a discount` : terms;

/** A plan's cents per month before tax, and with it. */
export interface MonthlyAmount {
  amount: number;
  total: number;
}

const taxWords = ({ amount, total }: MonthlyAmount): string => (total === amount ? '' : ' with tax');

/** Returns a plan's amount for a person: with tax, and saying so if there is any. */
export const amountWords = (plan: MonthlyAmount): string => `${centsToDollars(plan.total)}${taxWords(plan)}`;

/** `amountWords` with the rhythm: "$31.49 a month with tax". */
export const monthlyWords = (plan: MonthlyAmount): string => `${centsToDollars(plan.total)} a month${taxWords(plan)}`;
