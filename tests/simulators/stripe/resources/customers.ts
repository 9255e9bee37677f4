import { listOperation, retrieveOperation, updateOperation, type Operation } from '../operation.ts';
import { mergedMetadata } from '../wire/metadata.ts';

export const customerOperations: readonly Operation[] = [
  listOperation({
    kind: 'customer',
    path: '/v1/customers',
    filters: ['email', 'created'],
    where(input) {
      const email = input.text('email');
      const created = input.range('created');
      return (customer) => (email === undefined || customer.email === email) && created(customer.created);
    },
  }),
  retrieveOperation('customer', '/v1/customers'),
  updateOperation('customer', '/v1/customers', ['metadata', 'name', 'email', 'phone', 'description'], (customer, input) => ({
    metadata: mergedMetadata(customer.metadata, input),
    name: textOrNull(input.text('name'), customer.name),
    email: textOrNull(input.text('email'), customer.email),
    phone: textOrNull(input.text('phone'), customer.phone),
    description: textOrNull(input.text('description'), customer.description),
  })),
];

/** Not sent leaves a field as it is; sent empty clears it. */
function textOrNull(sent: string | undefined, existing: string | null): string | null {
  return sent === undefined ? existing : sent || null;
}
