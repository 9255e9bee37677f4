import type { Dispute } from '@washdesk/contracts/billing/dispute';
import type { CalendarDate } from '@washdesk/rules/dates/dates';
import { disputeCounts } from '@washdesk/rules/billing/disputes';
import { disputeKeys } from '@washdesk/rules/company/metadata-keys';
import type { ProviderDispute } from '../../../db/provider-objects.ts';
import type { FoundDispute } from './disputes.store.ts';

export const feesCollected = ({ metadata }: ProviderDispute): boolean => metadata[disputeKeys.feesCollected] === 'true';
export const recoveryCharge = ({ metadata }: ProviderDispute): string | null => metadata[disputeKeys.recoveryCharge] || null;

/** A dispute with its charge under the specification's names (customer-detail section 3). */
export function disputeView({ dispute, charge }: FoundDispute, today: CalendarDate): Dispute {
  const { id, created, status, amount, reason, payment_method_details: method } = dispute;
  const card = charge?.payment_method_details?.card ?? charge?.payment_method_details?.card_present;
  const collected = feesCollected(dispute);
  return {
    id,
    created,
    status,
    amount,
    reason,
    payment_method_details: method
      ? { type: method.type, brand: method.card?.brand ?? card?.brand ?? null, last4: card?.last4 ?? null }
      : null,
    metadata: { feesCollected: collected, recoveryCharge: recoveryCharge(dispute) },
    charge: { id: dispute.charge, created: charge?.created ?? null, description: charge?.description ?? null },
    evidence_details: { due_by: dispute.evidence_details.due_by },
    counts: disputeCounts({ created, status, feesCollected: collected }, today),
  };
}
