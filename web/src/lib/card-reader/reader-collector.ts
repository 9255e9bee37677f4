import type { AllowRedisplay, ErrorResponse, ExposedError, Terminal } from '@stripe/terminal-js';
import { collectCancellable } from './cancellable-collection.ts';
import type { CardAttempt, CardResult, CardIntent, CardCollector } from './card-collector.ts';
import { plainDecline } from './card-collector.ts';
import { CardError, cardMessages, problemOf } from './card-error.ts';
import type { FetchToken, ReaderConnection, ChosenReader } from './reader-connection.ts';
import { afterProcessing, isCanceled } from './terminal-error.ts';

/** How to find and connect the reader of this browser. */
export interface ReaderAccess {
  /** @throws CardError if the chosen reader is unknown */
  chosenReader: () => Promise<ChosenReader>;
  fetchToken: FetchToken;
}

/** How many times to process the same card before querying the API for the outcome. */
const processTimes = 3;

const takenWords = 'It stopped before a card was read. Nothing was charged or saved.';

/** Allows a saved card to be shown to its customer again. */
const redisplay = 'always' as AllowRedisplay;

/** A card reader next to this browser, driven over the local network (docs/rules/billing.md#card-capture). */
export function readerCollector({ connection, chosenReader, fetchToken }: ReaderAccess & { connection: ReaderConnection }): CardCollector {
  const connect = async ({ report, takeOver }: CardAttempt): Promise<Terminal> =>
    connection.connect({ reader: await chosenReader(), fetchToken, report, takeOver });

  const collectWith = (attempt: CardAttempt, run: (terminal: Terminal) => Promise<CardResult>): Promise<CardResult> =>
    connection.runSerially(async () => {
      try {
        const terminal = await connect(attempt);
        if (attempt.signal.aborted) return { kind: 'canceled' };
        const result = await run(terminal);
        // Neither this screen nor the customer canceled it.
        const isTaken = result.kind === 'canceled' && !attempt.signal.aborted && (await connection.wasLost());
        return isTaken ? { kind: 'failed', problem: problemOf(cardMessages.taken, takenWords) } : result;
      } catch (error) {
        if (error instanceof CardError) return { kind: 'failed', problem: error.problem };
        throw error;
      }
    });

  return {
    reader: true,
    prepare: (attempt) => connection.runSerially(async () => void (await connect(attempt))),
    authorizePayment: (intent, attempt) => collectWith(attempt, (terminal) => pay(terminal, intent, attempt)),
    saveCard: (intent, attempt) => collectWith(attempt, (terminal) => save(terminal, intent, attempt)),
  };
}

async function pay(terminal: Terminal, { secret }: CardIntent, { report, signal }: CardAttempt): Promise<CardResult> {
  report('card');
  const collected = await collectCancellable(terminal, signal, {
    collect: () => terminal.collectPaymentMethod(secret),
    cancel: () => terminal.cancelCollectPaymentMethod(),
  });
  if ('error' in collected) return notRead(collected.error, cardMessages.notCollected);
  if (signal.aborted) return { kind: 'canceled' };
  report('processing');
  return processed(() => terminal.processPayment(collected.paymentIntent), cardMessages.notReady);
}

async function save(terminal: Terminal, { secret }: CardIntent, { report, signal }: CardAttempt): Promise<CardResult> {
  report('card');
  const collected = await collectCancellable(terminal, signal, {
    collect: () => terminal.collectSetupIntentPaymentMethod(secret, redisplay, { enable_customer_cancellation: true }),
    cancel: () => terminal.cancelCollectSetupIntentPaymentMethod(),
  });
  if ('error' in collected) return notRead(collected.error, cardMessages.notCaptured);
  if (signal.aborted) return { kind: 'canceled' };
  report('processing');
  return processed(() => terminal.confirmSetupIntent(collected.setupIntent), cardMessages.notConfirmed);
}

function notRead(error: ExposedError, title: string): CardResult {
  return isCanceled(error) ? { kind: 'canceled' } : { kind: 'failed', problem: problemOf(title, error.message) };
}

async function processed(send: () => Promise<ErrorResponse | object>, title: string, times = processTimes): Promise<CardResult> {
  const result = await send();
  if (!('error' in result)) return { kind: 'done' };
  const { error } = result;
  const next = afterProcessing(error);
  if (next === 'canceled') return { kind: 'canceled' };
  if (next === 'declined') return { kind: 'declined', decline: plainDecline(error.decline_code ?? error.code ?? null, error.message) };
  if (next === 'again' && times > 1) return processed(send, title, times - 1);
  return { kind: 'unclear', problem: problemOf(title, error.message) };
}
