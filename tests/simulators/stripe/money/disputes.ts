import { announceNew } from '../announce.ts';
import { behaviourOf, type Behaviour } from '../cards/behaviours.ts';
import type { Charge } from '../objects/charge.ts';
import { makeDispute, type Dispute, type DisputeStatus } from '../objects/dispute.ts';
import { makeEarlyFraudWarning } from '../objects/early-fraud-warning.ts';
import type { Sandbox } from '../state/sandbox.ts';

const day = 86_400;

/** The time a bank takes to decide on test evidence, in seconds. */
const decidesAfter = 5;

/** Returns the deadline for evidence: the last second (UTC) of the eighth day after the dispute was opened. */
export function evidenceDueBy(opened: number): number {
  return (Math.floor(opened / day) + 9) * day - 1;
}

/** Opens a dispute of a charge. For an inquiry, no money moves, and the charge can still be refunded. */
export function openDispute(sandbox: Sandbox, charge: Charge, reason: string, inquiry = false): Dispute {
  const dispute = makeDispute({
    id: sandbox.newId('du'),
    created: sandbox.now(),
    charge,
    reason,
    inquiry,
    dueBy: evidenceDueBy(sandbox.now()),
    brand: brandOf(charge),
  });
  sandbox.store.put({ ...charge, disputed: true });
  sandbox.store.put(dispute);
  sandbox.emit('charge.dispute.created', dispute.id);
  if (!inquiry) sandbox.emit('charge.dispute.funds_withdrawn', dispute.id);
  return dispute;
}

export function brandOf({ payment_method_details: details }: Charge): string {
  if (details.type === 'card') return details.card.brand;
  return details.type === 'card_present' ? details.card_present.brand : 'visa';
}

/** Reports the fraud of a test card, or disputes its charge, as soon as its money has moved. */
export function openTestCardDispute(sandbox: Sandbox, charge: Charge): Charge {
  const method = sandbox.store.get('payment_method', charge.payment_method);
  const { dispute, warnsOfFraud }: Behaviour = method ? behaviourOf(method.behaviour) : {};
  if (charge.captured && warnsOfFraud) warnOfFraud(sandbox, charge);
  if (!charge.captured || !dispute) return charge;
  openDispute(sandbox, charge, dispute.reason, dispute.inquiry);
  return sandbox.store.get('charge', charge.id) ?? charge;
}

/** The bank reports a charge as fraudulent, weeks before it may dispute it. */
export function warnOfFraud(sandbox: Sandbox, charge: Charge): void {
  const warning = makeEarlyFraudWarning({ id: sandbox.newId('issfr'), created: sandbox.now(), charge });
  announceNew(sandbox, warning, 'radar.early_fraud_warning.created');
}

/** Returns when a dispute without evidence is decided, in epoch seconds; undefined if evidence was submitted. */
export function evidenceDeadlineOf({ status, evidence_details: { due_by } }: Dispute): number | undefined {
  return status === 'needs_response' || status === 'warning_needs_response' ? (due_by ?? undefined) : undefined;
}

/** Closes a dispute without evidence after its deadline: it is lost; an inquiry is closed without a loss. */
export function closeWithoutEvidence(sandbox: Sandbox, dispute: Dispute): void {
  const late = { ...dispute, evidence_details: { ...dispute.evidence_details, past_due: true } };
  closeDispute(sandbox, late, dispute.status === 'needs_response' ? 'lost' : 'warning_closed');
}

/** Returns the decision on evidence: Stripe's test values are decided within seconds, others stay under review. */
export function decisionForEvidence({ evidence, status }: Dispute, now: number): Dispute['decision'] {
  const inquiry = status.startsWith('warning_');
  const at = now + decidesAfter;
  switch (evidence.uncategorized_text) {
    case 'winning_evidence':
      return { at, status: inquiry ? 'warning_closed' : 'won' };
    case 'losing_evidence':
      return { at, status: 'lost' };
    case 'escalate_inquiry_evidence':
      return inquiry ? { at, status: 'needs_response' } : null;
    default:
      return null;
  }
}

/** Applies the bank's decision: the dispute is won or lost, or an inquiry becomes a dispute and money moves. */
export function decideDispute(sandbox: Sandbox, { decision, ...before }: Dispute): void {
  const dispute = { ...before, decision: null };
  if (decision?.status !== 'needs_response') return void (decision && closeDispute(sandbox, dispute, decision.status));
  const { card, type } = dispute.payment_method_details;
  const escalated = { ...dispute, status: decision.status, is_charge_refundable: false };
  sandbox.store.put({ ...escalated, payment_method_details: { card: { ...card, case_type: 'chargeback' }, type } });
  sandbox.emit('charge.dispute.updated', dispute.id, { status: dispute.status, is_charge_refundable: dispute.is_charge_refundable });
  sandbox.emit('charge.dispute.funds_withdrawn', dispute.id);
}

/** Closes a dispute by the bank's decision, or because the business accepted it. */
export function closeDispute(sandbox: Sandbox, dispute: Dispute, status: DisputeStatus): Dispute {
  const refundable = status === 'won' || status === 'warning_closed';
  const closed: Dispute = { ...dispute, status, decision: null, is_charge_refundable: refundable };
  sandbox.store.put(closed);
  if (status === 'won') sandbox.emit('charge.dispute.funds_reinstated', dispute.id);
  sandbox.emit('charge.dispute.closed', dispute.id, { status: dispute.status });
  return closed;
}
