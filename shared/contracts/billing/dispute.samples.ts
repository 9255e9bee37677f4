import { byId, member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './dispute.ts';

export const samples: SamplesOf<typeof contracts> = {
  customerDisputes: { params: { id: member.customer }, bench: byId },
  disputeEvidence: { params: { id: 'du_none' }, body: { uncategorized_text: 'winning_evidence' } },
  disputeMetadata: { params: { id: 'du_none' }, body: { feesCollected: true } },
  previewCollection: { params: { id: 'du_none' }, notMeasured: 'few disputes can be collected, and one is found by its id' },
  collectDispute: { params: { id: 'du_none' } },
};
