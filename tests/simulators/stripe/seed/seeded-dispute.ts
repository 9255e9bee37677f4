import { disputeKeys } from '@washdesk/rules/company/metadata-keys';
import type * as company from '@washdesk/simulators/company/payment-model';
import { evidenceDueBy, brandOf } from '../money/disputes.ts';
import type { Charge } from '../objects/charge.ts';
import { makeDispute, type Dispute } from '../objects/dispute.ts';
import { epochSeconds } from '../objects/times.ts';

/** Returns a dispute in its current state: not responded to, under review, or decided by the bank. */
export function seededDispute({ id, opened, reason, status, recoveredBy }: company.Dispute, charge: Charge): Dispute {
  const created = epochSeconds(opened);
  const dispute = makeDispute({ id, created, charge, reason, inquiry: false, dueBy: evidenceDueBy(created), brand: brandOf(charge) });
  const metadata: Record<string, string> =
    recoveredBy === null ? {} : { [disputeKeys.feesCollected]: 'true', [disputeKeys.recoveryCharge]: recoveredBy };
  return {
    ...dispute,
    ...(status === 'needs_response' ? {} : answered(dispute)),
    is_charge_refundable: status === 'won',
    metadata,
    status,
  };
}

const answered = ({ evidence, evidence_details: details }: Dispute): Pick<Dispute, 'evidence' | 'evidence_details'> => ({
  evidence: { ...evidence, uncategorized_text: 'The customer signed for this service at our register.' },
  evidence_details: { ...details, has_evidence: true, submission_count: 1, submission_method: 'manual' },
});
