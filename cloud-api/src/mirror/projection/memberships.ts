import { productKeys } from '@washdesk/rules/company/metadata-keys';
import { groupsFor, type LoyaltyGroup } from '@washdesk/rules/plans/loyalty';
import { byStanding, laneStatus, mayWash } from '@washdesk/rules/plans/statuses';
import type {
  ProviderCustomer,
  ProviderPrice,
  ProviderProduct,
  ProviderSchedule,
  ProviderSubscription,
} from '../../common/provider-objects.ts';
import { codesInMetadata } from '../snapshots/rows.ts';

/** All that the mirror stores about one customer. */
export interface CustomerAggregate {
  customer: ProviderCustomer;
  subscriptions: ProviderSubscription[];
  schedules: ProviderSchedule[];
}

export interface Catalogue {
  prices: ReadonlyMap<string, ProviderPrice>;
  products: ReadonlyMap<string, ProviderProduct>;
}

/** What lanes and registers receive for one code: a roster row without its number. */
export interface CodeMembership {
  code: string;
  customer: string;
  name: string | null;
  subscription: string | null;
  schedule: string | null;
  plan_name: string | null;
  product_class: string | null;
  status: string;
  period_end: Date | null;
  good_until: Date | null;
  price_increase: boolean;
  groups: LoyaltyGroup[];
}

/** The status of a customer without a subscription. */
export const noSubscription = 'none';

const dayMs = 86_400_000;

const priceIdOfItem = (item: { price: { id: string } | string } | undefined): string | undefined =>
  typeof item?.price === 'string' ? item.price : item?.price.id;

const productOf = ({ items }: ProviderSubscription, { prices, products }: Catalogue): ProviderProduct | undefined =>
  products.get(prices.get(priceIdOfItem(items.data[0]) ?? '')?.product ?? '');

const statusAtLanes = (subscription: ProviderSubscription, catalogue: Catalogue): string =>
  laneStatus(subscription.status, productOf(subscription, catalogue)?.metadata);

/** Orders subscriptions: admitting before not admitting, newer before older. */
const byWorth =
  (catalogue: Catalogue) =>
  (a: ProviderSubscription, b: ProviderSubscription): number =>
    Number(mayWash(statusAtLanes(b, catalogue))) - Number(mayWash(statusAtLanes(a, catalogue))) || byStanding(a, b);

/** Returns an active schedule whose last phase is in the future and costs more, not yet acknowledged by the member. */
function increaseAhead(
  aggregate: CustomerAggregate,
  subscription: ProviderSubscription,
  { prices }: Catalogue,
  now: Date,
): ProviderSchedule | undefined {
  if (aggregate.customer.metadata?.['scheduleAcknowledged'] === 'true') return undefined;
  const amount = (id: string | undefined): number => (id ? (prices.get(id)?.unit_amount ?? 0) : 0);
  const current = amount(priceIdOfItem(subscription.items.data[0]));
  return aggregate.schedules.find((schedule) => {
    const last = schedule.phases.at(-1);
    if (schedule.subscription !== subscription.id || schedule.status !== 'active' || !last) return false;
    return last.start_date * 1_000 > now.getTime() && amount(priceIdOfItem(last.items[0])) > current;
  });
}

/** The part of a membership that is the same for all codes of a customer. */
export type PlanSummary = Omit<CodeMembership, 'code'>;

/** @param goodDays days after the period's end that a good status still admits ("Lanes work without the cloud") */
export function planSummary(aggregate: CustomerAggregate, catalogue: Catalogue, now: Date, goodDays: number): PlanSummary {
  const { customer } = aggregate;
  const subscription = aggregate.subscriptions.toSorted(byWorth(catalogue))[0];
  const item = subscription?.items.data[0];
  const price = catalogue.prices.get(priceIdOfItem(item) ?? '');
  const product = subscription && productOf(subscription, catalogue);
  const productClass = product?.metadata[productKeys.productClass] ?? null;
  const clubCode = product?.metadata[productKeys.clubCode] ?? null;
  const plate = codesInMetadata(customer).find(({ kind }) => kind === 'plate')?.code ?? '';
  const status = subscription ? statusAtLanes(subscription, catalogue) : noSubscription;
  const periodEnd = item ? new Date(item.current_period_end * 1_000) : null;
  const increase = subscription && increaseAhead(aggregate, subscription, catalogue, now);
  return {
    customer: customer.id,
    name: customer.name ?? null,
    subscription: subscription?.id ?? null,
    schedule: increase?.id ?? subscription?.schedule ?? null,
    plan_name: price?.nickname ?? product?.name ?? null,
    product_class: productClass,
    status,
    period_end: periodEnd,
    good_until: subscription && periodEnd && mayWash(status) ? goodUntil(subscription, periodEnd, goodDays) : null,
    price_increase: increase !== undefined,
    groups: groupsFor({ admitted: mayWash(status), productClass, clubCode, plate }),
  };
}

/**
 * Returns when the plan stops admitting. The days after the period are for late payments, so a plan that is set to end admits only until
 * its end.
 */
function goodUntil(
  { cancel_at_period_end: ends, cancel_at: endsAt = null }: ProviderSubscription,
  periodEnd: Date,
  goodDays: number,
): Date {
  const latest = ends ? periodEnd.getTime() : periodEnd.getTime() + goodDays * dayMs;
  return new Date(endsAt === null ? latest : Math.min(latest, endsAt * 1_000));
}

export const membershipsOf = ({ customer }: CustomerAggregate, summary: PlanSummary): CodeMembership[] =>
  codesInMetadata(customer).map(({ code }) => ({ code, ...summary }));

/** Returns the membership that applies to a code of several customers: one that admits, then the one whose subscription sorts first. */
export function bestClaim(a: CodeMembership, b: CodeMembership): CodeMembership {
  if (mayWash(a.status) !== mayWash(b.status)) return mayWash(a.status) ? a : b;
  if ((a.subscription === null) !== (b.subscription === null)) return a.subscription ? a : b;
  const later = (a.period_end?.getTime() ?? 0) - (b.period_end?.getTime() ?? 0);
  // the id decides last, so that the row does not depend on the order of the reads
  return later > 0 || (later === 0 && a.customer <= b.customer) ? a : b;
}
