import { Failure, notFound } from '../../common/failure.ts';
import type { ProviderCustomer, ProviderSubscription } from '../../common/provider-objects.ts';
import type { Db } from '../../db/pool.ts';
import type { PaymentsReader } from '../../ports/payments.ts';
import { mirroredRow } from './mirrored.ts';

/** Returns the customer, deleted or not. @throws Failure 404 `customer_not_found` */
export async function knownCustomer(db: Db, id: string): Promise<{ customer: ProviderCustomer; deleted: boolean }> {
  const row = await mirroredRow(db, 'customer', id);
  if (!row) throw notFound('customer_not_found', 'Customer Not Found');
  return { customer: row.object, deleted: row.deleted };
}

/** Returns a customer who can still be charged. @throws Failure 404 `customer_not_found`, 409 `customer_deleted` */
export async function liveCustomer(db: Db, id: string): Promise<ProviderCustomer> {
  const { customer, deleted } = await knownCustomer(db, id);
  if (deleted) throw new Failure(409, 'customer_deleted', 'This customer has been deleted');
  return customer;
}

/**
 * Returns a live customer as currently stored at the provider; does not write the mirror.
 * @throws Failure 404 `customer_not_found`, 409 `customer_deleted`; PaymentsUnavailable
 */
export async function fetchCustomer(payments: PaymentsReader, id: string): Promise<ProviderCustomer> {
  const customer = await payments.fetch('customer', id, 'interactive');
  if (!customer) throw notFound('customer_not_found', 'Customer Not Found');
  if (customer.deleted) throw new Failure(409, 'customer_deleted', 'This customer has been deleted');
  return customer;
}

/**
 * Returns what Stripe charges for a subscription, in Stripe's order. A customer of another system may have only an old card or bank account
 * (`default_source`).
 */
export const chargedFor = (
  { default_payment_method: method, default_source: source }: Pick<ProviderSubscription, 'default_payment_method' | 'default_source'>,
  customer: ProviderCustomer,
): string | null => method ?? source ?? defaultCardOf(customer) ?? customer.default_source ?? null;

/** Returns the card that pays when no other is given. */
export function defaultCardOf({ invoice_settings: settings }: ProviderCustomer): string | null {
  const method = settings?.default_payment_method ?? null;
  return typeof method === 'string' ? method : (method?.id ?? null);
}
