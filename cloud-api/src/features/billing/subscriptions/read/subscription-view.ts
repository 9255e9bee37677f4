import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { taxRatesOfPlan } from '@washdesk/rules/billing/plan-tax';
import { withTax, type TaxRate } from '@washdesk/rules/billing/tax';
import { beforeDiscounts, isDiscounted, scheduleProblem, subscriptionProblem, subscriptionTerms } from '@washdesk/rules/plans/plan-price';
import type { ProviderCustomer, ProviderInvoice, ProviderSchedule, ProviderSubscription } from '../../../../common/provider-objects.ts';
import type { PriceAndProduct } from '../../../../mirror/reads/catalogue.store.ts';
import type { CustomerPlans } from '../plan-facts.ts';

/** Data that a subscription's view needs besides the object itself. */
interface Known extends Pick<CustomerPlans, 'prices' | 'invoices' | 'schedules'> {
  customer: Pick<ProviderCustomer, 'tax_exempt' | 'discount'>;
}

/** Returns a subscription with the contract's field names; Stripe has since moved some of these fields. */
export function viewSubscription(subscription: ProviderSubscription, { prices, invoices, schedules, customer }: Known): Subscription {
  const item = subscription.items.data[0];
  const schedule = schedules.find(({ id }) => id === subscription.schedule);
  const invoice = subscription.latest_invoice ? invoices.get(subscription.latest_invoice) : undefined;
  const { cancellation_details } = subscription;
  const rates = taxRatesOfPlan(subscription, customer);
  return {
    id: subscription.id,
    customer: subscription.customer,
    status: subscription.status,
    created: subscription.created,
    current_period_start: item?.current_period_start ?? null,
    current_period_end: item?.current_period_end ?? null,
    cancel_at: subscription.cancel_at ?? null,
    cancel_at_period_end: subscription.cancel_at_period_end,
    canceled_at: subscription.canceled_at,
    ended_at: subscription.ended_at,
    trial_end: subscription.trial_end ?? null,
    default_payment_method: subscription.default_payment_method ?? null,
    collection_method: subscription.collection_method,
    resumes_at: subscription.pause_collection?.resumes_at,
    latest_invoice: invoice ? viewInvoice(invoice) : null,
    schedule: schedule ? viewSchedule(schedule) : null,
    plan: viewPlan(item && prices.get(item.price.id), rates),
    items: { data: subscription.items.data.flatMap(({ id, price, quantity = 1 }) => (id ? [{ id, price: price.id, quantity }] : [])) },
    terms: beforeDiscounts(
      subscriptionTerms(
        subscription.items.data.map((own) => ({ ...own, price: prices.get(own.price.id)?.price ?? own.price })),
        rates,
      ),
      isDiscounted(subscription, customer),
    ),
    problem: problemOf(subscription, schedules),
    metadata: subscription.metadata,
    cancellation_details: cancellation_details ? { comment: cancellation_details.comment, reason: cancellation_details.reason } : null,
  };
}

/** Returns why Washdesk cannot price a subscription, as a sentence without its period; null if it can. */
export function problemOf(subscription: ProviderSubscription, schedules: readonly ProviderSchedule[]): string | null {
  const schedule = schedules.find(({ id, status }) => id === subscription.schedule && isHolding(status));
  return subscriptionProblem(subscription) ?? (schedule ? scheduleProblem(schedule) : null);
}

/** Whether a schedule with this status still changes its subscription. */
export const isHolding = (status: string): boolean => status === 'active' || status === 'not_started';

/** Newest first. */
export const viewSubscriptions = (plans: CustomerPlans): Subscription[] =>
  plans.subscriptions.map((subscription) => viewSubscription(subscription, plans));

/** Returns the view of a subscription that has just begun and is not in the mirror yet. */
export function viewStarted(
  { subscription, invoice }: { subscription: ProviderSubscription; invoice: ProviderInvoice | null },
  priced: PriceAndProduct,
): Subscription {
  return viewSubscription(subscription, {
    prices: new Map([[priced.price.id, priced]]),
    invoices: new Map(invoice ? [[invoice.id, invoice]] : []),
    schedules: [],
    // the plan of an exempt customer begins without tax rates
    customer: {},
  });
}

const viewInvoice = ({ id, status, number, created, amount_due, amount_remaining }: ProviderInvoice) => ({
  id,
  status,
  number,
  created,
  amount_due,
  amount_remaining,
});

const viewSchedule = ({ id, status, phases }: ProviderSchedule) => ({
  id,
  status,
  phases: phases.map(({ start_date, end_date, items }) => ({
    start_date,
    end_date: end_date ?? null,
    items: items.map(({ price }) => ({ price })),
  })),
});

function viewPlan(priced: PriceAndProduct | undefined, rates: readonly TaxRate[]): Subscription['plan'] {
  if (!priced) return null;
  const { price, product } = priced;
  const { id, name, metadata } = product;
  const { nickname, unit_amount: amount } = price;
  return { id: price.id, nickname, amount, total: amount === null ? null : withTax(amount, rates), product: { id, name, metadata } };
}
