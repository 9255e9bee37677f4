import { cancelPayment, capturePayment } from '../money/authorizations.ts';
import { confirmIntent } from '../money/confirm-request.ts';
import type { PaymentIntent } from '../objects/payment-intent.ts';
import { matches } from '../server/matching.ts';
import {
  actionOperation,
  createOperation,
  listOperation,
  retrieveOperation,
  updateOperation,
  type Operation,
} from '../server/operation.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { StripeFault } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { refuseRedirects } from './intent-input.ts';
import { changedIntent, createFields, intentFrom, updateFields } from './payment-intent-fields.ts';

const kind = 'payment_intent';
const path = '/v1/payment_intents';
const param = 'intent';
const cancellationReasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;

function create(sandbox: Sandbox, input: Input): PaymentIntent {
  const intent = intentFrom(sandbox, input);
  return input.boolean('confirm') ? confirm(sandbox, intent, input) : intent;
}

/** @throws CardFault if the card is declined; the intent then waits for another one */
function confirm(sandbox: Sandbox, intent: PaymentIntent, input: Input): PaymentIntent {
  refuseRedirects(intent.automatic_payment_methods, input, 'PaymentIntent');
  const { paymentIntent, declined } = confirmIntent(sandbox, intent, {
    paymentMethod: input.text('payment_method'),
    offSession: input.boolean('off_session') ?? false,
  });
  if (declined) throw declined;
  return paymentIntent;
}

function capture(sandbox: Sandbox, intent: PaymentIntent, input: Input): PaymentIntent {
  return capturePayment(sandbox, intent, input.integer('amount_to_capture', { from: 1, to: 99_999_999 }));
}

function cancel(sandbox: Sandbox, intent: PaymentIntent, input: Input): PaymentIntent {
  const invoiced = sandbox.store.list('invoice_payment').some(({ payment }) => payment.payment_intent === intent.id);
  if (invoiced) {
    throw new StripeFault(400, 'You cannot cancel this PaymentIntent because it belongs to an invoice. Void the invoice instead.', {
      code: 'payment_intent_unexpected_state',
    });
  }
  return cancelPayment(sandbox, intent, input.choice('cancellation_reason', cancellationReasons) ?? null);
}

export const paymentIntentOperations: readonly Operation[] = [
  listOperation({
    kind,
    path,
    filters: ['customer', 'created'],
    where(input) {
      const same = matches<PaymentIntent>({ customer: input.text('customer') });
      const created = input.range('created');
      return (intent) => same(intent) && created(intent.created);
    },
  }),
  retrieveOperation(kind, path, { param }),
  createOperation(path, createFields, create),
  updateOperation(kind, path, updateFields, changedIntent, { param }),
  actionOperation({
    kind,
    param,
    path: `${path}/:id/confirm`,
    parameters: ['payment_method', 'off_session', 'return_url', 'error_on_requires_action', 'use_stripe_sdk'],
    run: confirm,
  }),
  actionOperation({ kind, param, path: `${path}/:id/capture`, parameters: ['amount_to_capture'], run: capture }),
  actionOperation({ kind, param, path: `${path}/:id/cancel`, parameters: ['cancellation_reason'], run: cancel }),
];
