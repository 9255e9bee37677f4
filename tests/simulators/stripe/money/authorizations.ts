import { announceChange } from '../announce.ts';
import type { Charge } from '../objects/charge.ts';
import type { PaymentIntent } from '../objects/payment-intent.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { StripeFault } from '../wire/errors.ts';
import { openTestCardDispute } from './disputes.ts';
import { changePaymentIntent } from './intents.ts';
import { releaseCharge } from './refunds.ts';
import { refuseUnexpectedState } from './unexpected-state.ts';

/** Captures the authorized amount or part of it; the rest is released. */
export function capturePayment(sandbox: Sandbox, intent: PaymentIntent, sent?: number): PaymentIntent {
  refuseUnexpectedState(sandbox, intent, 'capture');
  const amount = sent ?? intent.amount_capturable;
  if (amount > intent.amount_capturable) {
    throw new StripeFault(
      400,
      `The amount to capture (${amount}) is more than the amount that can be captured (${intent.amount_capturable}).`,
      {
        code: 'amount_too_large',
        param: 'amount_to_capture',
      },
    );
  }
  const charge = latestCharge(sandbox, intent);
  const captured = charge && { ...charge, captured: true, amount_captured: amount };
  if (captured) {
    announceChange(sandbox, charge, captured, 'charge.captured');
    openTestCardDispute(sandbox, captured);
  }
  const change = { amount_capturable: 0, amount_received: amount, status: 'succeeded' as const };
  return changePaymentIntent(sandbox, intent, change, 'payment_intent.succeeded');
}

/** Cancels an intent without a captured amount and releases the authorized amount. */
export function cancelPayment(sandbox: Sandbox, intent: PaymentIntent, reason: string | null): PaymentIntent {
  refuseUnexpectedState(sandbox, intent, 'cancel');
  const charge = intent.status === 'requires_capture' ? latestCharge(sandbox, intent) : undefined;
  if (charge) releaseCharge(sandbox, charge, reason === 'automatic' ? 'expired_uncaptured_charge' : null);
  const change = {
    amount_capturable: 0,
    canceled_at: sandbox.now(),
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled' as const,
  };
  return changePaymentIntent(sandbox, intent, change, 'payment_intent.canceled');
}

/** Returns when the bank's hold on a charge ends, in epoch seconds; undefined if there is none. */
export function holdEndOf(charge: Charge): number | undefined {
  if (charge.captured || charge.refunded) return undefined;
  const { payment_method_details: details } = charge;
  if (details.type === 'link') return undefined;
  return details.type === 'card' ? details.card.capture_before : details.card_present.capture_before;
}

function latestCharge({ store }: Sandbox, { latest_charge }: PaymentIntent): Charge | undefined {
  return latest_charge === null ? undefined : store.get('charge', latest_charge);
}
