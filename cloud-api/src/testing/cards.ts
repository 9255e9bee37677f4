import type { BillingCloud } from './billing-cloud.ts';

/** Creates a customer in Stripe and in the mirror, with one card, which is then the default, or none. */
export async function customerWith(
  { sdk, settled }: BillingCloud,
  card: string | null,
): Promise<{ customer: string; card: string | null }> {
  const { id: customer } = await sdk.customers.create({ name: 'Moore, Ada' });
  const method = card ? await sdk.paymentMethods.attach(card, { customer }) : null;
  if (method) await sdk.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
  await settled();
  return { customer, card: method?.id ?? null };
}

/** Creates a charge of the customer's card at Stripe directly; stored in the mirror. @returns its id */
export async function chargeCard(cloud: BillingCloud, customer: string, amount: number, metadata: Record<string, string> = {}) {
  const [card] = (await cloud.sdk.customers.listPaymentMethods(customer)).data;
  if (!card) throw new Error(`${customer} has no card`);
  const how = { confirm: true, off_session: true, payment_method: card.id, allowed_payment_method_types: ['card' as const] };
  const intent = await cloud.sdk.paymentIntents.create({ amount, currency: 'usd', customer, metadata, ...how });
  await cloud.settled();
  return intent.latest_charge as string;
}

/** Returns a reader of the company, with a person in front of it. */
export async function anyReader({ sdk }: BillingCloud): Promise<string> {
  const [reader] = (await sdk.terminal.readers.list({ status: 'online', limit: 1 })).data;
  if (!reader) throw new Error('the company has no reader');
  return reader.id;
}
