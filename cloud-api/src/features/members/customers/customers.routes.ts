import { customerCheck, customerGeneral, searchCustomers } from '@washdesk/contracts/members/customer';
import { createCustomer, deleteCustomer, saveCustomer, setCustomerMetadata } from '@washdesk/contracts/members/customer-edit';
import { customerMetadata } from '@washdesk/contracts/members/customer-parts';
import { principalOf, requiredKey, route, type Route } from '../../../http/route.ts';
import type { createCustomers } from './create-customers.ts';

type Services = ReturnType<typeof createCustomers>;

export const customersRoutes = ({ customers, details, creations, saves, metadata, deletions }: Services): Route[] => [
  route(searchCustomers, ({ params, query }) => customers.search(params.term, query.page)),
  route(customerCheck, async ({ params }) => ({ customers: await customers.withCode(params.code) })),
  route(customerGeneral, ({ params, query }) => details.general(params.id, query.noCache === 'true')),
  route(customerMetadata, ({ params, query }) => details.metadata(params.id, query.noCache === 'true')),
  route(createCustomer, ({ body, caller, idempotencyKey }) => creations.create(principalOf(caller), requiredKey(idempotencyKey), body)),
  route(saveCustomer, ({ params, body, caller, idempotencyKey }) =>
    saves.save(principalOf(caller), requiredKey(idempotencyKey), params.id, body),
  ),
  route(setCustomerMetadata, ({ params, body, caller, idempotencyKey }) =>
    metadata.set(principalOf(caller), requiredKey(idempotencyKey), params.id, body),
  ),
  route(deleteCustomer, ({ params, query, caller, idempotencyKey }) =>
    deletions.delete(principalOf(caller), requiredKey(idempotencyKey), params.id, query.reason),
  ),
];
