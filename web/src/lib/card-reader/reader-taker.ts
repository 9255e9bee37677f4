import type { AllowRedisplay, ErrorResponse, ExposedError, Terminal } from '@stripe/terminal-js';
import type { CardAct, CardEnd, CardIntent, CardTaker } from './card-taker.ts';
import { plainDecline } from './card-taker.ts';
import { CardTrouble, cardMessages, problemOf } from './card-trouble.ts';
import type { FetchToken, ReaderConnection, WantedReader } from './reader-connection.ts';
import { afterProcessing, isCanceled } from './terminal-error.ts';
import { withdrawing } from './withdrawing.ts';

interface Parts {
  connection: ReaderConnection;
  /** @throws CardTrouble where the chosen reader is not known */
  wanted: () => Promise<WantedReader>;
  fetchToken: FetchToken;
}

/** The same card is processed so often before the API is asked what has become of it. */
const processTimes = 3;

/** A kept card may be shown to its customer again. */
const redisplay = 'always' as AllowRedisplay;

/** A card reader beside this browser, driven over the local network (front-desk section 4, "Card capture"). */
export function readerTaker({ connection, wanted, fetchToken }: Parts): CardTaker {
  const connect = async ({ tell }: CardAct): Promise<Terminal> => connection.connect({ reader: await wanted(), fetchToken, tell });

  const take = (act: CardAct, run: (terminal: Terminal) => Promise<CardEnd>): Promise<CardEnd> =>
    connection.inTurn(async () => {
      try {
        const terminal = await connect(act);
        return act.signal.aborted ? { kind: 'canceled' } : await run(terminal);
      } catch (error) {
        if (error instanceof CardTrouble) return { kind: 'failed', problem: error.problem };
        throw error;
      }
    });

  return {
    reader: true,
    prepare: (act) => connection.inTurn(async () => void (await connect(act))),
    takePayment: (intent, act) => take(act, (terminal) => pay(terminal, intent, act)),
    keepCard: (intent, act) => take(act, (terminal) => keep(terminal, intent, act)),
  };
}

async function pay(terminal: Terminal, { secret }: CardIntent, { tell, signal }: CardAct): Promise<CardEnd> {
  tell('card');
  const collected = await withdrawing(terminal, signal, {
    ask: () => terminal.collectPaymentMethod(secret),
    withdraw: () => terminal.cancelCollectPaymentMethod(),
  });
  if ('error' in collected) return notRead(collected.error, cardMessages.notCollected);
  if (signal.aborted) return { kind: 'canceled' };
  tell('processing');
  return processed(() => terminal.processPayment(collected.paymentIntent), cardMessages.notReady);
}

async function keep(terminal: Terminal, { secret }: CardIntent, { tell, signal }: CardAct): Promise<CardEnd> {
  tell('card');
  const collected = await withdrawing(terminal, signal, {
    ask: () => terminal.collectSetupIntentPaymentMethod(secret, redisplay, { enable_customer_cancellation: true }),
    withdraw: () => terminal.cancelCollectSetupIntentPaymentMethod(),
  });
  if ('error' in collected) return notRead(collected.error, cardMessages.notCaptured);
  if (signal.aborted) return { kind: 'canceled' };
  tell('processing');
  return processed(() => terminal.confirmSetupIntent(collected.setupIntent), cardMessages.notConfirmed);
}

function notRead(error: ExposedError, title: string): CardEnd {
  return isCanceled(error) ? { kind: 'canceled' } : { kind: 'failed', problem: problemOf(title, error.message) };
}

async function processed(send: () => Promise<ErrorResponse | object>, title: string, times = processTimes): Promise<CardEnd> {
  const result = await send();
  if (!('error' in result)) return { kind: 'done' };
  const { error } = result;
  const next = afterProcessing(error);
  if (next === 'canceled') return { kind: 'canceled' };
  if (next === 'declined') return { kind: 'declined', decline: plainDecline(error.decline_code ?? error.code ?? null, error.message) };
  if (next === 'again' && times > 1) return processed(send, title, times - 1);
  return { kind: 'unclear', problem: problemOf(title, error.message) };
}
