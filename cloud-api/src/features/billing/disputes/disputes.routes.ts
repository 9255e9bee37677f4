import { collectDispute, customerDisputes, disputeEvidence, disputeMetadata, previewCollection } from '@washdesk/contracts/billing/dispute';
import { principalOf, requiredKey, route, type Route } from '../../../http/route.ts';
import type { CollectDisputeService } from './collect.service.ts';
import type { DisputesService } from './disputes.service.ts';

interface Services {
  disputes: DisputesService;
  collecting: CollectDisputeService;
}

export const disputesRoutes = ({ disputes, collecting }: Services): Route[] => [
  route(customerDisputes, ({ params, query }) => disputes.ofCustomer(params.id, query.noCache === 'true')),
  route(disputeEvidence, ({ params, body, caller, idempotencyKey }) =>
    disputes.submitSignature(principalOf(caller), requiredKey(idempotencyKey), params.id, body.uncategorized_text),
  ),
  route(disputeMetadata, ({ params, body, caller, idempotencyKey }) =>
    disputes.mark(principalOf(caller), requiredKey(idempotencyKey), params.id, body),
  ),
  route(previewCollection, ({ params }) => collecting.preview(params.id)),
  route(collectDispute, ({ params, query, caller, idempotencyKey }) =>
    collecting.collect(principalOf(caller), requiredKey(idempotencyKey), { id: params.id, last4: query.last4 }),
  ),
];
