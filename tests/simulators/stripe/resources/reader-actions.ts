import { cardOfNumber } from '../cards/test-cards.ts';
import { refuseUnexpectedState } from '../money/unexpected-state.ts';
import type { ProcessConfig, Reader } from '../objects/terminal.ts';
import { actionOperation, type Operation } from '../server/operation.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { cancelAction, presentToReader, startAction } from '../terminal/reader-action.ts';
import { invalidParameter, noSuchReference, StripeFault } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';

const kind = 'terminal.reader';
const path = '/v1/terminal/readers/:id';

function processPayment(sandbox: Sandbox, reader: Reader, input: Input): Reader {
  const id = input.required('payment_intent');
  const intent = sandbox.store.get('payment_intent', id);
  if (!intent) throw noSuchReference('payment_intent', id, 'payment_intent');
  refuseUnexpectedState(sandbox, intent, 'confirm');
  refuseOnline(intent.payment_method_types, 'payment_intent');
  return startAction(sandbox, reader, { type: 'process_payment_intent', intent: id, config: configFrom(input) });
}

function processSetup(sandbox: Sandbox, reader: Reader, input: Input): Reader {
  const id = input.required('setup_intent');
  const intent = sandbox.store.get('setup_intent', id);
  if (!intent) throw noSuchReference('setup_intent', id, 'setup_intent');
  input.required('allow_redisplay');
  input.choice('allow_redisplay', ['always', 'limited', 'unspecified']);
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw new StripeFault(400, `This SetupIntent cannot be processed because it has a status of ${intent.status}.`, {
      code: 'intent_invalid_state',
    });
  }
  refuseOnline(intent.payment_method_types, 'setup_intent');
  return startAction(sandbox, reader, { type: 'process_setup_intent', intent: id, config: configFrom(input) });
}

function refuseOnline(types: readonly string[], param: string): void {
  if (!types.includes('card_present')) throw invalidParameter(param, 'The intent must allow the payment method type `card_present`.');
}

function configFrom(input: Input): ProcessConfig | undefined {
  const sent = input.object('process_config');
  if (!sent) return undefined;
  sent.allowOnly(['enable_customer_cancellation', 'skip_tipping']);
  const [cancellation, skipTipping] = [sent.boolean('enable_customer_cancellation'), sent.boolean('skip_tipping')];
  return {
    ...(cancellation === undefined ? {} : { enable_customer_cancellation: cancellation }),
    ...(skipTipping === undefined ? {} : { skip_tipping: skipTipping }),
  };
}

/** The test helper that acts as a person with a card. */
function present(sandbox: Sandbox, reader: Reader, input: Input): Reader {
  const type = input.choice('type', ['card_present']) ?? 'card_present';
  const card = input.object(type);
  card?.allowOnly(['number']);
  const number = card?.text('number');
  if (number !== undefined && !cardOfNumber(number)) throw invalidParameter('card_present[number]', 'Your card number is incorrect.');
  return presentToReader(sandbox, reader, { number });
}

export const readerActionOperations: readonly Operation[] = [
  actionOperation({ kind, path: `${path}/process_payment_intent`, parameters: ['payment_intent', 'process_config'], run: processPayment }),
  actionOperation({
    kind,
    path: `${path}/process_setup_intent`,
    parameters: ['setup_intent', 'allow_redisplay', 'process_config'],
    run: processSetup,
  }),
  actionOperation({ kind, path: `${path}/cancel_action`, parameters: [], run: cancelAction }),
  actionOperation({
    kind,
    path: '/v1/test_helpers/terminal/readers/:id/present_payment_method',
    parameters: ['type', 'card_present'],
    run: present,
  }),
];
