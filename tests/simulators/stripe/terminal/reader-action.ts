import { presentCard, type PresentedCard } from '../cards/present.ts';
import type { ProcessConfig, Reader, ReaderAction } from '../objects/terminal.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { StripeFault } from '../wire/errors.ts';

interface NewReaderAction {
  type: ReaderAction['type'];
  intent: string;
  config: ProcessConfig | undefined;
}

/** Starts an action that asks for a card. @throws StripeFault 400 if the reader is offline or busy */
export function startAction(sandbox: Sandbox, reader: Reader, { type, intent, config }: NewReaderAction): Reader {
  if (reader.status === 'offline') {
    throw new StripeFault(
      400,
      'Reader is currently offline, please ensure the reader is powered on and connected to the internet before retrying your request.',
      { code: 'terminal_reader_offline' },
    );
  }
  if (reader.action?.status === 'in_progress') {
    throw new StripeFault(400, 'Reader is currently busy processing another request. Cancel that action first, or wait until it is done.', {
      code: 'terminal_reader_busy',
    });
  }
  const withConfig = config === undefined ? {} : { process_config: config };
  const subject =
    type === 'process_payment_intent'
      ? { process_payment_intent: { payment_intent: intent, ...withConfig } }
      : { process_setup_intent: { setup_intent: intent, ...withConfig } };
  const action: ReaderAction = { api_error: null, failure_code: null, failure_message: null, status: 'in_progress', type, ...subject };
  return changeAction(sandbox, reader, action, 'terminal.reader.action_updated');
}

/** Presents a card to a reader that waits for one by the server's command. */
export function presentToReader(sandbox: Sandbox, reader: Reader, card: PresentedCard): Reader {
  const { action } = reader;
  if (action?.status !== 'in_progress') {
    throw new StripeFault(400, `Reader ${reader.id} has no action in progress that a payment method could be presented for.`, {
      code: 'status_transition_invalid',
    });
  }
  const { declined, generatedCard } = presentCard(sandbox, intentOf(action), { ...card, reader: reader.id });
  if (declined) {
    const failed = { ...action, api_error: declined.body, failure_code: declined.body.code, failure_message: declined.body.message };
    return changeAction(sandbox, reader, { ...failed, status: 'failed' }, 'terminal.reader.action_failed');
  }
  const setup = action.process_setup_intent;
  const result = setup && generatedCard !== null ? { process_setup_intent: { ...setup, generated_card: generatedCard } } : {};
  return changeAction(sandbox, reader, { ...action, ...result, status: 'succeeded' }, 'terminal.reader.action_succeeded');
}

/** Cancels the reader's action; the intent keeps waiting. */
export function cancelAction(sandbox: Sandbox, reader: Reader): Reader {
  return changeAction(sandbox, reader, null);
}

function intentOf({ process_payment_intent: payment, process_setup_intent: setup }: ReaderAction): string {
  return payment?.payment_intent ?? setup?.setup_intent ?? '';
}

function changeAction(sandbox: Sandbox, reader: Reader, action: ReaderAction | null, event?: string): Reader {
  const changed: Reader = { ...reader, action };
  sandbox.store.put(changed);
  if (event) sandbox.emit(event, reader.id);
  return changed;
}
