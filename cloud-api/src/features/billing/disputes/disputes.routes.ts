import { collectDispute, customerDisputes, disputeEvidence, disputeMetadata, previewCollection } from '@washdesk/contracts/billing/dispute';
import { evidencePdf, getEvidencePack, saveEvidencePack, submitEvidencePack } from '@washdesk/contracts/billing/dispute-evidence';
import { principalOf, requiredKey, route, type Route } from '../../../http/route.ts';
import type { CollectDisputeService } from './collect.service.ts';
import type { DisputesService } from './disputes.service.ts';
import type { EvidencePackService } from './evidence/evidence-pack.service.ts';

interface Services {
  disputes: DisputesService;
  collecting: CollectDisputeService;
  packs: EvidencePackService;
}

export const disputesRoutes = ({ disputes, collecting, packs }: Services): Route[] => [
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
  route(getEvidencePack, ({ params }) => packs.show(params.id)),
  route(evidencePdf, ({ params, query }) => packs.pdf(params.id, query.pack)),
  route(saveEvidencePack, ({ params, body, caller, idempotencyKey }) =>
    packs.save(principalOf(caller), requiredKey(idempotencyKey), { id: params.id, texts: body.texts }),
  ),
  route(submitEvidencePack, ({ params, body, caller, idempotencyKey }) =>
    packs.submit(principalOf(caller), requiredKey(idempotencyKey), { id: params.id, pack: body.pack }),
  ),
];
