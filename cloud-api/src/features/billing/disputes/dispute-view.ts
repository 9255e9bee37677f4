import type { Dispute } from '@washdesk/contracts/billing/dispute';
import { isCountedDispute } from '@washdesk/rules/billing/disputes';
import { disputeKeys } from '@washdesk/rules/company/metadata-keys';
import { siteDate, type CalendarDate } from '@washdesk/rules/dates/dates';
import type { ProviderDispute } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import { mirrored } from '../../../mirror/reads/mirrored.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { FoundDispute } from './disputes.store.ts';

export const feesCollected = ({ metadata }: ProviderDispute): boolean => metadata[disputeKeys.feesCollected] === 'true';
export const recoveryCharge = ({ metadata }: ProviderDispute): string | null => metadata[disputeKeys.recoveryCharge] || null;

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
    counts: isCountedDispute({ created, status, feesCollected: collected }, today),
  };
}

/** Today's date in UTC. The period in which disputes count lasts months, so the time zone does not matter. */
const todayOf = (clock: Clock): string => siteDate(clock.now(), 'UTC');

/** Returns the view of a dispute after an operation has changed it. */
export async function currentDisputeView({ db, clock }: { db: Db; clock: Clock }, dispute: ProviderDispute): Promise<Dispute> {
  return disputeView({ dispute, charge: await mirrored(db, 'charge', dispute.charge) }, todayOf(clock));
}

export function viewAll(clock: Clock, found: readonly FoundDispute[]): Dispute[] {
  const today = todayOf(clock);
  return found.map((one) => disputeView(one, today));
}
