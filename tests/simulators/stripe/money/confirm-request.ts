import { payWithIntent } from '../invoicing/attempt.ts';
import type { PaymentIntent } from '../objects/payment-intent.ts';
import type { PaymentMethod } from '../objects/payment-method.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { wireCopy } from '../views/view.ts';
import { StripeFault } from '../wire/errors.ts';
import { attachMethod, refuseAttaching, refuseSpent } from './attach.ts';
import { confirmPayment, type Confirmation } from './confirm.ts';
import { refuseUnexpectedState } from './unexpected-state.ts';
import { usableMethod } from './usable-method.ts';

interface ConfirmationRequest {
  /** Defaults to the intent's payment method. */
  paymentMethod?: string | undefined;
  offSession: boolean;
}

/** Confirms an intent on an API request: first validates, then charges. A declined card is returned, not thrown. */
export function confirmIntent(sandbox: Sandbox, intent: PaymentIntent, { paymentMethod, offSession }: ConfirmationRequest): Confirmation {
  refuseUnexpectedState(sandbox, intent, 'confirm');
  const id = paymentMethod ?? intent.payment_method;
  if (!id) throw missingMethod(sandbox, intent);
  const method = usableMethod(sandbox, { id, customer: intent.customer });
  refuseSpent(method);
  refuseForeignType(intent, method);
  const keeps = intent.setup_future_usage !== null && method.customer === null && intent.customer !== null;
  if (keeps) refuseAttaching(sandbox, method);
  const confirmation = confirmPayment(sandbox, intent, method, { offSession });
  if (keeps && intent.customer !== null && confirmation.declined === null) attachMethod(sandbox, method, intent.customer);
  else if (method.customer === null) sandbox.store.put({ ...method, spent: true });
  payWithIntent(sandbox, confirmation.paymentIntent);
  return confirmation;
}

function missingMethod({ store }: Sandbox, intent: PaymentIntent): StripeFault {
  const way =
    intent.customer === null
      ? 'You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.'
      : `To confirm the PaymentIntent with ${intent.customer}, specify a payment method attached to this customer along with the customer ID.`;
  return new StripeFault(400, `You cannot confirm this PaymentIntent because it's missing a payment method. ${way}`, {
    code: 'payment_intent_unexpected_state',
    objects: { payment_intent: wireCopy(store, intent) },
  });
}

function refuseForeignType({ payment_method_types: types, statement_descriptor }: PaymentIntent, { type }: PaymentMethod): void {
  if (!types.includes(type)) {
    throw new StripeFault(
      400,
      `The PaymentMethod provided (${type}) is not allowed for this PaymentIntent. Please attach a payment method of one of the following types: ${types.join(', ')}.`,
      { code: 'payment_intent_incompatible_payment_method', param: 'payment_method' },
    );
  }
  if (type === 'card' && statement_descriptor !== null) {
    throw new StripeFault(
      400,
      'The `statement_descriptor` parameter is not supported for charges with a payment method of type `card`. Use `statement_descriptor_suffix` instead.',
      { param: 'statement_descriptor' },
    );
  }
}
