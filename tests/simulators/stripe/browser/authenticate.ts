import { payWithIntent } from '../invoicing/attempt.ts';
import { confirmPayment } from '../money/confirm.ts';
import { changePaymentIntent } from '../money/intents.ts';
import { changeSetupIntent, setUpMethod } from '../money/set-up.ts';
import type { PaymentMethod } from '../objects/payment-method.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { StripeFault } from '../wire/errors.ts';

/**
 * Simulates the bank's page after an intent requires authentication.
 * @throws StripeFault if the cardholder did not approve, or if the card is declined anyway
 */
export function authenticatePayment(sandbox: Sandbox, id: string, approved: boolean): void {
  const intent = sandbox.store.get('payment_intent', id);
  const method = methodOf(sandbox, intent?.payment_method);
  if (intent?.status !== 'requires_action' || !method) throw nothingToApprove('payment_intent_unexpected_state');
  if (!approved) {
    const change = { payment_method: null, next_action: null, status: 'requires_payment_method' as const };
    changePaymentIntent(sandbox, intent, change, 'payment_intent.payment_failed');
    throw notApproved('payment_intent_authentication_failure');
  }
  const { declined, paymentIntent } = confirmPayment(sandbox, intent, method, { offSession: false, authenticated: true });
  if (declined) throw declined;
  payWithIntent(sandbox, paymentIntent);
}

/**
 * Simulates the bank's page for a card that is to be saved.
 * @throws StripeFault as for a payment
 */
export function authenticateSetup(sandbox: Sandbox, id: string, approved: boolean): void {
  const intent = sandbox.store.get('setup_intent', id);
  const method = methodOf(sandbox, intent?.payment_method);
  if (intent?.status !== 'requires_action' || !method) throw nothingToApprove('setup_intent_unexpected_state');
  if (!approved) {
    const change = { payment_method: null, next_action: null, status: 'requires_payment_method' as const };
    changeSetupIntent(sandbox, intent, change, 'setup_intent.setup_failed');
    throw notApproved('setup_intent_authentication_failure');
  }
  const { declined } = setUpMethod(sandbox, intent, method, { authenticated: true });
  if (declined) throw declined;
}

function methodOf({ store }: Sandbox, id: string | null | undefined): PaymentMethod | undefined {
  return id ? store.get('payment_method', id) : undefined;
}

function nothingToApprove(code: string): StripeFault {
  return new StripeFault(400, 'No authentication is required now.', { code });
}

function notApproved(code: string): StripeFault {
  const message = 'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
  return new StripeFault(400, message, { code });
}
