import { announceNew } from '../announce.ts';
import { refuseSpent } from '../money/attach.ts';
import { changeSetupIntent, setUpMethod } from '../money/set-up.ts';
import { usableMethod } from '../money/usable-method.ts';
import type { SetupAttempt } from '../objects/setup-attempt.ts';
import { makeSetupIntent, type SetupIntent } from '../objects/setup-intent.ts';
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
import { wireCopy } from '../views/view.ts';
import { StripeFault } from '../wire/errors.ts';
import { textOrNull } from '../wire/fields.ts';
import type { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';
import { allowedTypesFrom, customerFrom, refuseRedirects, typeFields } from './intent-input.ts';

const kind = 'setup_intent';
const path = '/v1/setup_intents';
const named = 'setupintent';
const param = 'intent';
const open: readonly SetupIntent['status'][] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

function create(sandbox: Sandbox, input: Input): SetupIntent {
  const id = sandbox.newId('seti');
  const customer = customerFrom(input, sandbox);
  const types = allowedTypesFrom(input);
  const metadata = mergedMetadata({}, input);
  const sent = input.text('payment_method');
  const intent = makeSetupIntent({
    id,
    clientSecret: `${id}_${sandbox.newId('secret')}`,
    created: sandbox.now(),
    customer,
    description: input.text('description') || null,
    ...types,
    paymentMethod: sent ? usableMethod(sandbox, { id: sent, customer }).id : null,
    metadata,
    usage: 'off_session',
  });
  announceNew(sandbox, intent, 'setup_intent.created');
  return input.boolean('confirm') ? confirm(sandbox, intent, input) : intent;
}

/** @throws CardFault if the bank does not allow saving the card; the intent then waits for another one */
function confirm(sandbox: Sandbox, intent: SetupIntent, input: Input): SetupIntent {
  const id = input.text('payment_method') ?? intent.payment_method;
  if (!id) throw missingMethod(sandbox, intent);
  refuseUnexpectedState(sandbox, intent, 'confirm');
  refuseRedirects(intent.automatic_payment_methods, input, 'SetupIntent');
  const method = usableMethod(sandbox, { id, customer: intent.customer });
  refuseSpent(method);
  if (!intent.payment_method_types.includes(method.type)) {
    throw new StripeFault(
      400,
      `The PaymentMethod provided (${method.type}) is not allowed for this SetupIntent. Please attach a payment method of one of the following types: ${intent.payment_method_types.join(', ')}.`,
      { code: 'setup_intent_invalid_parameter', param: 'payment_method' },
    );
  }
  const { setupIntent, declined } = setUpMethod(sandbox, intent, method);
  if (declined) throw declined;
  return setupIntent;
}

function missingMethod(sandbox: Sandbox, intent: SetupIntent): StripeFault {
  return unexpectedState(
    sandbox,
    intent,
    "You cannot confirm this SetupIntent because it's missing a payment method. You can either update the SetupIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
  );
}

function cancel(sandbox: Sandbox, intent: SetupIntent, input: Input): SetupIntent {
  refuseUnexpectedState(sandbox, intent, 'cancel');
  const reason = input.choice('cancellation_reason', ['abandoned', 'duplicate', 'requested_by_customer']) ?? null;
  return changeSetupIntent(
    sandbox,
    intent,
    { status: 'canceled', cancellation_reason: reason, next_action: null },
    'setup_intent.canceled',
  );
}

function refuseUnexpectedState(sandbox: Sandbox, intent: SetupIntent, verb: 'confirm' | 'cancel'): void {
  if (!open.includes(intent.status))
    throw unexpectedState(sandbox, intent, `You cannot ${verb} this SetupIntent because it ${stateOf(intent, verb)}`);
}

function stateOf({ status }: SetupIntent, verb: 'confirm' | 'cancel'): string {
  if (status === 'canceled') return verb === 'cancel' ? 'is already canceled.' : 'has been canceled.';
  if (verb === 'confirm') return 'has already succeeded.';
  return `has a status of ${status}. Only a SetupIntent with one of the following statuses may be canceled: \`requires_payment_method\`, \`requires_confirmation\`, or \`requires_action\`.`;
}

function unexpectedState({ store }: Sandbox, intent: SetupIntent, message: string): StripeFault {
  return new StripeFault(400, message, { code: 'setup_intent_unexpected_state', objects: { setup_intent: wireCopy(store, intent) } });
}

function changed(intent: SetupIntent, input: Input, sandbox: Sandbox): Partial<SetupIntent> {
  const customer = input.has('customer') ? customerFrom(input, sandbox) : intent.customer;
  const sent = input.text('payment_method');
  return {
    customer,
    description: textOrNull(input.text('description'), intent.description),
    metadata: mergedMetadata(intent.metadata, input),
    ...(sent ? { payment_method: usableMethod(sandbox, { id: sent, customer }).id, status: 'requires_confirmation' as const } : {}),
  };
}

const createFields = [
  'customer',
  'description',
  'metadata',
  'payment_method',
  'usage',
  'confirm',
  'return_url',
  'use_stripe_sdk',
  ...typeFields,
];

export const setupIntentOperations: readonly Operation[] = [
  listOperation({
    kind,
    path,
    filters: ['customer', 'payment_method', 'created'],
    where(input) {
      const same = matches<SetupIntent>({ customer: input.text('customer'), payment_method: input.text('payment_method') });
      const created = input.range('created');
      return (intent) => same(intent) && created(intent.created);
    },
  }),
  retrieveOperation(kind, path, { named, param }),
  createOperation(path, createFields, create),
  updateOperation(kind, path, ['customer', 'description', 'metadata', 'payment_method'], changed, { named, param }),
  actionOperation({
    kind,
    named,
    param,
    path: `${path}/:id/confirm`,
    parameters: ['payment_method', 'return_url', 'use_stripe_sdk'],
    run: confirm,
  }),
  actionOperation({ kind, named, param, path: `${path}/:id/cancel`, parameters: ['cancellation_reason'], run: cancel }),
  listOperation({
    kind: 'setup_attempt',
    path: '/v1/setup_attempts',
    filters: ['setup_intent', 'created'],
    where(input) {
      const same = matches<SetupAttempt>({ setup_intent: input.required('setup_intent') });
      const created = input.range('created');
      return (attempt) => same(attempt) && created(attempt.created);
    },
  }),
];
