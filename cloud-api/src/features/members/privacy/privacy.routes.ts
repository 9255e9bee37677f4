import { customerData, eraseCustomer, exportCustomerData, listErasures } from '@washdesk/contracts/members/privacy';
import { principalOf, requiredKey, route, type Route } from '../../../http/route.ts';
import type { CustomerDataService } from './customer-data.service.ts';
import type { ErasureService } from './erasure.service.ts';

export const privacyRoutes = ({ data, erasures }: { data: CustomerDataService; erasures: ErasureService }): Route[] => [
  route(customerData, ({ params }) => data.summary(params.id)),
  route(exportCustomerData, ({ params, caller }) => data.export(params.id, principalOf(caller))),
  route(eraseCustomer, ({ params, body, caller, idempotencyKey }) =>
    erasures.erase(principalOf(caller), requiredKey(idempotencyKey), params.id, body.reason),
  ),
  route(listErasures, async () => {
    const latest = await erasures.latest();
    return { erasures: latest, count: latest.length };
  }),
];
