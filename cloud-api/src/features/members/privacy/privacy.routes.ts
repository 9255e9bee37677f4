import { customerData, declineErasure, eraseCustomer, exportCustomerData, listErasures } from '@washdesk/contracts/members/privacy';
import { principalOf, requiredKey, route, type Route } from '../../../http/route.ts';
import type { CustomerDataService } from './customer-data.service.ts';
import type { ErasureRequests } from './erasure-requests.service.ts';
import type { ErasureService } from './erasure.service.ts';

export const privacyRoutes = ({
  data,
  erasures,
  requests,
}: {
  data: CustomerDataService;
  erasures: ErasureService;
  requests: ErasureRequests;
}): Route[] => [
  route(customerData, ({ params }) => data.summary(params.id)),
  route(exportCustomerData, ({ params, caller }) => data.export(params.id, principalOf(caller))),
  route(eraseCustomer, ({ params, body, caller, idempotencyKey }) =>
    erasures.erase(principalOf(caller), requiredKey(idempotencyKey), params.id, body.reason),
  ),
  route(declineErasure, async ({ params, body, caller }) => {
    await requests.decline(params.id, body.reason, principalOf(caller));
    return { declined: true as const };
  }),
  route(listErasures, async () => {
    const latest = await erasures.latest();
    return { erasures: latest, count: latest.length };
  }),
];
