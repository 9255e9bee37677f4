import { productKeys } from '@washdesk/rules/company/metadata-keys';
import { admittedUntil, compareHolders, type Holder } from '@washdesk/rules/lane/admission';
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

const instantOfSeconds = (seconds: number | null | undefined): Date | null =>
  typeof seconds === 'number' ? new Date(seconds * 1_000) : null;

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
  const periodEnd = instantOfSeconds(item?.current_period_end);
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
    good_until: admittedUntil(
      {
        status,
        periodEnd,
        discontinued: subscription?.cancel_at_period_end ?? false,
        endsAt: instantOfSeconds(subscription?.cancel_at),
      },
      goodDays,
    ),
    price_increase: increase !== undefined,
    groups: groupsFor({ admitted: mayWash(status), productClass, clubCode, plate }),
  };
}

export const membershipsOf = ({ customer }: CustomerAggregate, summary: PlanSummary): CodeMembership[] =>
  codesInMetadata(customer).map(({ code }) => ({ code, ...summary }));

const holderOf = ({ customer, status, subscription, period_end: periodEnd }: CodeMembership): Holder => {
  return { customer, status, subscription, periodEnd };
};

/** Returns the membership that lanes see of a code of several customers. */
export const bestClaim = (a: CodeMembership, b: CodeMembership): CodeMembership => (compareHolders(holderOf(a), holderOf(b)) <= 0 ? a : b);
