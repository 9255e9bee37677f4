import { customerCharges, searchCharges } from '@washdesk/contracts/billing/charge';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { ChargesService } from './charges.service.ts';

export const chargesRoutes = (charges: ChargesService): Route[] => [
  route(searchCharges, ({ body, query, caller }) => charges.search(principalOf(caller), body, query.page)),
  route(customerCharges, ({ params, query }) => charges.ofCustomer(params.id, query.noCache === 'true')),
];
