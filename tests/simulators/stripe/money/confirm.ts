import { behaviourOf, type Behaviour } from '../cards/behaviours.ts';
import { CardFault, cardErrorBody } from '../cards/card-fault.ts';
import type { Decline } from '../cards/declines.ts';
import { verdictOn } from '../cards/verdict.ts';
import type { Charge } from '../objects/charge.ts';
import type { PaymentIntent } from '../objects/payment-intent.ts';
import type { PaymentMethod } from '../objects/payment-method.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { wireCopy } from '../views/view.ts';
import { chargeCard, type Presented } from './charge-card.ts';
import { openTestCardDispute } from './disputes.ts';
import { changePaymentIntent } from './intents.ts';

export interface Confirmation {
  paymentIntent: PaymentIntent;
  /** Null if the cardholder must authenticate first. */
  charge: Charge | null;
  /** The error that the API throws if the card was declined. */
  declined: CardFault | null;
}

interface How {
  offSession: boolean;
  /** Whether the cardholder has just authenticated. */
  authenticated?: boolean;
  /** Set if the card was presented to a reader. */
  presented?: Presented;
}

/** Charges a PaymentIntent with a payment method and stores the result. The caller has checked that both may be used. */
export function confirmPayment(sandbox: Sandbox, intent: PaymentIntent, method: PaymentMethod, how: How): Confirmation {
  const { needsAuthentication = false }: Behaviour = behaviourOf(method.behaviour);
  const verdict = verdictOn(method, { offSession: how.offSession, now: sandbox.now() });
  if (needsAuthentication && !how.offSession && !how.authenticated && verdict.decline === null)
    return askCardholder(sandbox, intent, method);
  const charge = chargeCard(sandbox, intent, method, verdict, how.presented);
  if (verdict.decline) return declinePayment(sandbox, intent, method, charge, verdict.decline);
  const charged = openTestCardDispute(sandbox, charge);
  return { paymentIntent: settle(sandbox, intent, method, charged), charge: charged, declined: null };
}

function askCardholder(sandbox: Sandbox, intent: PaymentIntent, method: PaymentMethod): Confirmation {
  const change = {
    payment_method: method.id,
    status: 'requires_action' as const,
    next_action: { type: 'use_stripe_sdk' as const, use_stripe_sdk: { type: 'three_d_secure_redirect' } },
  };
  return { paymentIntent: changePaymentIntent(sandbox, intent, change, 'payment_intent.requires_action'), charge: null, declined: null };
}

function settle(sandbox: Sandbox, intent: PaymentIntent, method: PaymentMethod, charge: Charge): PaymentIntent {
  const common = { payment_method: method.id, latest_charge: charge.id, last_payment_error: null, next_action: null };
  return charge.captured
    ? changePaymentIntent(sandbox, intent, { ...common, amount_received: charge.amount, status: 'succeeded' }, 'payment_intent.succeeded')
    : changePaymentIntent(
        sandbox,
        intent,
        { ...common, amount_capturable: charge.amount, status: 'requires_capture' },
        'payment_intent.amount_capturable_updated',
      );
}

/** A declined intent waits for another payment method; the failed one remains only in its last error. */
function declinePayment(sandbox: Sandbox, intent: PaymentIntent, method: PaymentMethod, charge: Charge, decline: Decline): Confirmation {
  const body = cardErrorBody(decline, { charge: charge.id, paymentMethod: wireCopy(sandbox.store, method) });
  const paymentIntent = changePaymentIntent(
    sandbox,
    intent,
    {
      payment_method: null,
      latest_charge: charge.id,
      last_payment_error: { ...body, payment_method_type: method.type },
      next_action: null,
      status: 'requires_payment_method',
    },
    'payment_intent.payment_failed',
  );
  return { paymentIntent, charge, declined: new CardFault(body, { payment_intent: wireCopy(sandbox.store, paymentIntent) }) };
}
