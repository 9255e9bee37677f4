import { customerCheck, customerGeneral, searchCustomers, suggestCustomers } from '@washdesk/contracts/members/customer';
import { createCustomer, deleteCustomer, saveCustomer, setCustomerMetadata } from '@washdesk/contracts/members/customer-edit';
import { customerMetadata } from '@washdesk/contracts/members/customer-parts';
import { principalOf, requiredKey, route, type Route } from '../../../http/route.ts';
import type { CreateCustomerService } from './create.service.ts';
import type { CustomersService } from './customers.service.ts';
import type { DeleteCustomerService } from './delete.service.ts';
import type { CustomerDetails } from './details.service.ts';
import { listedCustomers } from './listed-customer.ts';
import type { CustomerMetadataService } from './metadata.service.ts';
import type { SaveCustomerService } from './save.service.ts';

interface Services {
  customers: CustomersService;
  details: CustomerDetails;
  creations: CreateCustomerService;
  saves: SaveCustomerService;
  metadata: CustomerMetadataService;
  deletions: DeleteCustomerService;
}

export const customersRoutes = ({ customers, details, creations, saves, metadata, deletions }: Services): Route[] => [
  route(searchCustomers, async ({ params, query, caller }) => {
    const { customers: found, ...rest } = await customers.search(params.term, query.page);
    return { customers: listedCustomers(found, principalOf(caller)), ...rest };
  }),
  route(suggestCustomers, async ({ params, caller }) => ({
    customers: listedCustomers(await customers.suggest(params.term), principalOf(caller)),
  })),
  route(customerCheck, async ({ params, caller }) => ({
    customers: listedCustomers(await customers.withCode(params.code), principalOf(caller)),
  })),
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
