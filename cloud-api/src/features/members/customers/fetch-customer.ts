import type { ProviderCustomer } from '../../../db/provider-objects.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import type { PaymentsReader } from '../../../ports/payments.ts';

/** A customer as the provider has it at this moment. @throws Failure 404 `customer_not_found`, 409 `customer_deleted`; PaymentsUnavailable */
export async function fetchCustomer(payments: PaymentsReader, id: string): Promise<ProviderCustomer> {
  const customer = await payments.fetch('customer', id, 'interactive');
  if (!customer) throw notFound('customer_not_found', 'Customer Not Found');
  if (customer.deleted) throw new Failure(409, 'customer_deleted', 'This customer has been deleted');
  return customer;
}
