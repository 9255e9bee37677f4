import { announceChange, announceNew } from '../announce.ts';
import { behaviourOf, type Behaviour } from '../cards/behaviours.ts';
import type { Charge } from '../objects/charge.ts';
import { makeRefund, settledDestination, type Refund, type RefundStatus } from '../objects/refund.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { StripeFault } from '../wire/errors.ts';

/** The time a bank takes to settle an asynchronous refund, in seconds. */
const settlesAfter = 60;

/** The time until the bank's reference of a refund is available, in seconds. */
const referenceAfter = 5;

interface RefundRequest {
  /** Cents; defaults to the remaining amount. */
  amount?: number | undefined;
  reason: string | null;
  metadata: Record<string, string>;
}

/** Refunds a charge. @throws StripeFault 400 if nothing is left to refund */
export function refundCharge(sandbox: Sandbox, charge: Charge, { amount: sent, reason, metadata }: RefundRequest): Refund {
  const amount = refundable(sandbox, charge, sent);
  const { status, settles } = courseOf(sandbox, charge);
  const refund = makeRefund({
    id: sandbox.newId('re'),
    amount,
    created: sandbox.now(),
    charge,
    metadata,
    reason,
    status,
    settles,
    balanceTransaction: sandbox.newId('txn'),
  });
  announceNew(sandbox, refund, 'refund.created');
  takeFrom(sandbox, charge, amount);
  return refund;
}

/** Releases an authorization: at Stripe, this is a refund of an amount that was never captured. */
export function releaseCharge(sandbox: Sandbox, charge: Charge, reason: string | null): void {
  const { amount } = charge;
  const refund = makeRefund({
    id: sandbox.newId('re'),
    amount,
    created: sandbox.now(),
    charge,
    metadata: {},
    reason,
    status: 'succeeded',
    settles: null,
    balanceTransaction: null,
  });
  announceNew(sandbox, refund, 'refund.created');
  const event = reason === 'expired_uncaptured_charge' ? 'charge.expired' : 'charge.refunded';
  announceChange(sandbox, charge, { ...charge, amount_refunded: amount, refunded: true }, event);
}

function refundable({ store }: Sandbox, charge: Charge, sent: number | undefined): number {
  if (!charge.paid) throw withoutCharge(charge.payment_intent);
  if (!charge.captured) {
    throw new StripeFault(
      400,
      `This uncaptured Charge was created by a PaymentIntent (${charge.payment_intent}). You must cancel the PaymentIntent instead of refunding the Charge.`,
    );
  }
  const dispute = store.list('dispute').find((each) => each.charge === charge.id);
  if (dispute && !dispute.is_charge_refundable) {
    throw new StripeFault(400, `Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' });
  }
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0) throw new StripeFault(400, `Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  const amount = sent ?? left;
  if (amount > left) {
    throw new StripeFault(400, `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`, {
      param: 'amount',
    });
  }
  return amount;
}

/** A failed or unpaid payment has nothing to refund. */
export function withoutCharge(intent: string | null): StripeFault {
  return new StripeFault(400, `This PaymentIntent (${intent}) does not have a successful charge to refund.`);
}

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

function courseOf(sandbox: Sandbox, charge: Charge): Pick<Parameters<typeof makeRefund>[0], 'status' | 'settles'> {
  const method = sandbox.store.get('payment_method', charge.payment_method);
  const { refund }: Behaviour = method ? behaviourOf(method.behaviour) : {};
  const at = sandbox.now() + settlesAfter;
  if (refund === 'fails') return { status: 'succeeded', settles: { at, status: 'failed' } };
  if (refund === 'pends') return { status: 'pending', settles: { at, status: 'succeeded' } };
  return { status: 'succeeded', settles: { at: sandbox.now() + referenceAfter, status: 'succeeded' } };
}

function takeFrom(sandbox: Sandbox, charge: Charge, amount: number): void {
  const refunded = charge.amount_refunded + amount;
  announceChange(sandbox, charge, { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount }, 'charge.refunded');
}

/** Applies the bank's final status of a refund, or its reference. If it fails, the charge gets its amount back. */
export function settleRefund(sandbox: Sandbox, refund: Refund, status: RefundStatus): void {
  const failed = status === 'failed';
  const settled: Refund = {
    ...refund,
    status,
    settles: null,
    ...(failed ? { failure_reason: 'expired_or_canceled_card' } : { destination_details: settledDestination(refund) }),
  };
  const charge = failed ? sandbox.store.get('charge', refund.charge) : undefined;
  if (charge) sandbox.store.put({ ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
  announceChange(sandbox, refund, settled, 'refund.updated');
  if (failed) sandbox.emit('refund.failed', refund.id);
  announceChange(sandbox, refund, settled, 'charge.refund.updated');
}
