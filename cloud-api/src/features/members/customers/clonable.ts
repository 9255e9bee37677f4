import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { noFirstName, noLastName, parseName } from '@washdesk/rules/customers/names';
import { Failure, notFound } from '../../../common/failure.ts';
import type { ProviderCustomer } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import type { PaymentsReader } from '../../../ports/payments.ts';
import { isIncomplete } from './incomplete.store.ts';

const refusal = (message: string): Failure => new Failure(409, 'not_clonable', message);
const nameMissing = (part: 'First' | 'Last'): Failure => new Failure(409, 'name_missing', `Unable to Find Customer's ${part} Name`);

/**
 * Returns a customer that may be cloned, as the provider has it now: complete, not deleted, neither cloned nor a clone, with a full name.
 * @throws Failure 404 `customer_not_found`, 409 `not_clonable`, `name_missing`; PaymentsUnavailable
 */
export async function clonable(db: Db, payments: PaymentsReader, id: string): Promise<ProviderCustomer> {
  const object = await payments.fetch('customer', id, 'interactive');
  if (!object) throw notFound('customer_not_found', 'Customer Not Found');
  if (object.deleted) throw refusal('A deleted customer can’t be cloned');
  if (object.metadata?.[customerKeys.clonedTo]) throw refusal('This customer was already cloned');
  if (object.metadata?.[customerKeys.clonedFrom]) throw refusal('This customer is a clone and can’t be cloned again');
  if (await isIncomplete(db, { id, object })) throw refusal('Complete this sign-up before you clone the customer');
  const { firstName, lastName } = parseName(object.name ?? '');
  if (lastName === noLastName) throw nameMissing('Last');
  if (firstName === noFirstName) throw nameMissing('First');
  return object;
}
