import { behaviourOf, type Behaviour } from '../cards/behaviours.ts';
import type { Charge } from '../objects/charge.ts';
import { makeDispute, type Dispute, type DisputeStatus } from '../objects/dispute.ts';
import type { Sandbox } from '../state/sandbox.ts';

const day = 86_400;

/** How long a bank takes to decide on a test value of evidence, in seconds. */
const decidesAfter = 5;

/** Evidence is awaited until the last second (UTC) of the eighth day after the dispute was opened. */
export function evidenceDueBy(opened: number): number {
  return (Math.floor(opened / day) + 9) * day - 1;
}

/** A cardholder disputes a charge at the bank. An inquiry only asks: no money moves, and the charge can still be refunded. */
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

/** Disputes the charge of a test card that stands for this, as soon as its money has moved. */
export function openTestCardDispute(sandbox: Sandbox, charge: Charge): Charge {
  const method = sandbox.store.get('payment_method', charge.payment_method);
  const { dispute }: Behaviour = method ? behaviourOf(method.behaviour) : {};
  if (!charge.captured || !dispute) return charge;
  openDispute(sandbox, charge, dispute.reason, dispute.inquiry);
  return sandbox.store.get('charge', charge.id) ?? charge;
}

/** Epoch seconds at which a dispute without evidence is decided; undefined where evidence was given. */
export function evidenceDeadlineOf({ status, evidence_details: { due_by } }: Dispute): number | undefined {
  return status === 'needs_response' || status === 'warning_needs_response' ? (due_by ?? undefined) : undefined;
}

/** Closes a dispute for which no evidence came in time: it is lost; an inquiry is closed without a loss. */
export function closeWithoutEvidence(sandbox: Sandbox, dispute: Dispute): void {
  const late = { ...dispute, evidence_details: { ...dispute.evidence_details, past_due: true } };
  closeDispute(sandbox, late, dispute.status === 'needs_response' ? 'lost' : 'warning_closed');
}

/** Stripe's test values of evidence are decided on within seconds; any other stays under review. */
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

/** What the bank made of the evidence: it is won, lost, or an inquiry becomes a dispute, for which money moves. */
export function decideDispute(sandbox: Sandbox, { decision, ...before }: Dispute): void {
  const dispute = { ...before, decision: null };
  if (decision?.status !== 'needs_response') return void (decision && closeDispute(sandbox, dispute, decision.status));
  const { card, type } = dispute.payment_method_details;
  const escalated = { ...dispute, status: decision.status, is_charge_refundable: false };
  sandbox.store.put({ ...escalated, payment_method_details: { card: { ...card, case_type: 'chargeback' }, type } });
  sandbox.emit('charge.dispute.updated', dispute.id, { status: dispute.status, is_charge_refundable: dispute.is_charge_refundable });
  sandbox.emit('charge.dispute.funds_withdrawn', dispute.id);
}

/** The bank has decided, or the business has given in. */
export function closeDispute(sandbox: Sandbox, dispute: Dispute, status: DisputeStatus): Dispute {
  const refundable = status === 'won' || status === 'warning_closed';
  const closed: Dispute = { ...dispute, status, decision: null, is_charge_refundable: refundable };
  sandbox.store.put(closed);
  if (status === 'won') sandbox.emit('charge.dispute.funds_reinstated', dispute.id);
  sandbox.emit('charge.dispute.closed', dispute.id, { status: dispute.status });
  return closed;
}
