import { createPaymentIntent } from '../money/intents.ts';
import { usableMethod } from '../money/usable-method.ts';
import type { PaymentIntent } from '../objects/payment-intent.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { invalidInteger, invalidParameter, StripeFault } from '../wire/errors.ts';
import { textOrNull } from '../wire/fields.ts';
import type { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';
import { allowedTypesFrom, customerFrom, typeFields } from './intent-input.ts';

const commonFields = [
  'amount',
  'currency',
  'customer',
  'capture_method',
  'description',
  'metadata',
  'payment_method',
  'receipt_email',
  'setup_future_usage',
  'statement_descriptor',
  'statement_descriptor_suffix',
];

export const createFields = [
  ...commonFields,
  ...typeFields,
  'confirm',
  'off_session',
  'return_url',
  'error_on_requires_action',
  'use_stripe_sdk',
];
export const updateFields = commonFields;

const captureMethods = ['automatic', 'automatic_async', 'manual'] as const;
const longestDescription = 1_000;
const [least, most] = [50, 99_999_999];

/** Returns the new, unconfirmed intent of a request. */
export function intentFrom(sandbox: Sandbox, input: Input): PaymentIntent {
  const customer = customerFrom(input, sandbox);
  if (input.has('off_session') && !input.boolean('confirm')) {
    throw invalidParameter('off_session', 'You cannot set `off_session` without also setting `confirm` to `true`.');
  }
  const wanted = {
    amount: amountFrom(input),
    customer,
    description: descriptionFrom(input, null),
    ...allowedTypesFrom(input),
    captureMethod: input.choice('capture_method', captureMethods) ?? ('automatic_async' as const),
    metadata: mergedMetadata({}, input),
    receiptEmail: input.text('receipt_email') || null,
    setupFutureUsage: input.choice('setup_future_usage', ['off_session', 'on_session']) ?? null,
    ...descriptorsFrom(input),
  };
  currencyFrom(input);
  const method = input.text('payment_method');
  return createPaymentIntent(sandbox, { ...wanted, paymentMethod: method ? usableMethod(sandbox, { id: method, customer }).id : null });
}

function amountFrom(input: Input): number {
  input.required('amount');
  const amount = input.integer('amount') ?? 0;
  if (amount < 1) throw invalidInteger('amount', tooSmall);
  if (amount < least) throw new StripeFault(400, tooSmall, { code: 'amount_too_small', param: 'amount' });
  if (amount > most) throw new StripeFault(400, 'Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' });
  return amount;
}

const tooSmall =
  'The amount must be greater than or equal to the minimum charge amount allowed for your account and the currency set (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).  If you want to save a Payment Method for future use without an immediate payment, use a Setup Intent instead: https://docs.stripe.com/payments/setup-intents';

/** The simulator's account is American and charges dollars. */
function currencyFrom(input: Input): void {
  const currency = input.required('currency');
  if (currency.toLowerCase() !== 'usd')
    throw invalidParameter('currency', `Invalid currency: ${currency}. Stripe currently supports these currencies: usd`);
}

function descriptionFrom(input: Input, existing: string | null): string | null {
  const description = textOrNull(input.text('description'), existing);
  if (description && description.length > longestDescription) {
    throw invalidParameter('description', `Invalid string: must be at most ${longestDescription} characters`);
  }
  return description;
}

function descriptorsFrom(input: Input, existing: Partial<PaymentIntent> = {}) {
  const descriptor = textOrNull(input.text('statement_descriptor'), existing.statement_descriptor ?? null);
  const suffix = textOrNull(input.text('statement_descriptor_suffix'), existing.statement_descriptor_suffix ?? null);
  for (const [param, text] of [
    ['statement_descriptor', descriptor],
    ['statement_descriptor_suffix', suffix],
  ] as const) {
    if (text && (text.length > 22 || /[<>\\'"*]/.test(text))) {
      throw invalidParameter(param, 'The statement descriptor must be at most 22 characters, without <, >, \\, \', " and *.');
    }
  }
  return { statementDescriptor: descriptor, statementDescriptorSuffix: suffix };
}

const changeable = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** Applies the allowed changes: everything before the money moves, metadata and description at any time. */
export function changedIntent(intent: PaymentIntent, input: Input, sandbox: Sandbox): PaymentIntent {
  if (input.has('currency')) currencyFrom(input);
  const early = commonFields.find((name) => input.has(name) && !['metadata', 'description', 'receipt_email'].includes(name));
  if (early !== undefined && !changeable.includes(intent.status)) throw tooLate(intent, early);
  const customer = input.has('customer') ? customerFrom(input, sandbox) : intent.customer;
  const sent = input.text('payment_method');
  const method = sent ? usableMethod(sandbox, { id: sent, customer }).id : intent.payment_method;
  const { statementDescriptor, statementDescriptorSuffix } = descriptorsFrom(input, intent);
  return {
    ...intent,
    amount: input.has('amount') ? amountFrom(input) : intent.amount,
    capture_method: input.choice('capture_method', captureMethods) ?? intent.capture_method,
    customer,
    description: descriptionFrom(input, intent.description),
    metadata: mergedMetadata(intent.metadata, input),
    payment_method: method,
    receipt_email: textOrNull(input.text('receipt_email'), intent.receipt_email),
    setup_future_usage: textOrNull(input.text('setup_future_usage'), intent.setup_future_usage),
    statement_descriptor: statementDescriptor,
    statement_descriptor_suffix: statementDescriptorSuffix,
    status: sent ? 'requires_confirmation' : intent.status,
  };
}

function tooLate({ status }: PaymentIntent, param: string): StripeFault {
  return new StripeFault(
    400,
    `This PaymentIntent's ${param} could not be updated because it has a status of ${status}. You may only update the ${param} of a PaymentIntent with one of the following statuses: ${changeable.join(', ')}.`,
    { code: 'payment_intent_unexpected_state', param },
  );
}
