import { customerCheck, customerGeneral, searchCustomers } from '@washdesk/contracts/customer';
import { route, type Route } from '../../http/route.ts';
import type { CustomersService } from './customers.service.ts';

export function customersRoutes(customers: CustomersService): Route[] {
  return [
    route(searchCustomers, ({ params, query }) => customers.search(params.term, query.page)),
    route(customerCheck, async ({ params }) => ({ customers: await customers.withCode(params.code) })),
    route(customerGeneral, ({ params }) => customers.general(params.id)),
  ];
}
