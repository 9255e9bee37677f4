import type { ProviderInvoice, ProviderSubscription } from '@washdesk/cloud-api/common/provider-objects';
import type { NewSubscription, Payments, StartTerms } from '@washdesk/cloud-api/ports/payments';
import type { Harness } from './harness.ts';
import type { CustomerWithCard, Timeline } from './timeline.ts';

/** A minute before the timeline's start, like a sign-up's preview before its commit. */
export const servedFrom = ({ start }: Timeline): number => start - 60;

export function startTerms(timeline: Timeline, price: string, first: StartTerms['first'] = { kind: 'prorated' }): StartTerms {
  return { price, from: servedFrom(timeline), anchor: timeline.first(1), first, taxRates: [] };
}

interface Begun extends CustomerWithCard {
  subscription: ProviderSubscription;
}

/** Creates a customer with a running, prorated plan. */
export async function beginPlan(harness: Harness, timeline: Timeline, price: string, more: Partial<NewSubscription> = {}): Promise<Begun> {
  const customer = await timeline.customer();
  const start = startTerms(timeline, price);
  const wanted = { customer: customer.id, paymentMethod: customer.card, start, metadata: {}, ...more };
  return { ...customer, subscription: await harness.payments.startSubscription(harness.step(), wanted) };
}

export async function fetchSubscription(payments: Payments, id: string): Promise<ProviderSubscription> {
  const found = await payments.fetch('subscription', id, 'interactive');
  if (!found) throw new Error(`Stripe has no ${id}`);
  return found;
}

export async function latestInvoice(payments: Payments, id: string): Promise<ProviderInvoice> {
  const { latest_invoice: invoice } = await fetchSubscription(payments, id);
  const found = invoice ? await payments.fetch('invoice', invoice, 'interactive') : null;
  if (!found) throw new Error(`${id} has no invoice`);
  return found;
}

export function itemOf({ id, items }: ProviderSubscription): { id: string; price: string } {
  const [item] = items.data;
  if (!item?.id) throw new Error(`${id} has no item`);
  return { id: item.id, price: item.price.id };
}

/** Returns the payment intent of an open invoice. */
export function paymentOf({ id, payments }: ProviderInvoice): string {
  const intent = payments?.data[0]?.payment.payment_intent;
  if (!intent) throw new Error(`${id} has no payment`);
  return intent;
}
