import { z } from 'zod';
import type { Route, Visit } from '../site/route.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { wireCopy } from '../views/view.ts';
import { StripeFault } from '../wire/errors.ts';
import { intentOfSecret } from './intent-of-secret.ts';
import type { LocalReaders } from './local-readers.ts';
import { confirmReadSetup, makeReadCard, payRead, refundRead, type Processed } from './process.ts';
import { TerminalError, type TerminalErrorCode } from './terminal-error.ts';

const connectSchema = z.object({ reader: z.string(), failIfInUse: z.boolean(), token: z.string() });
const connectionSchema = z.object({ connection: z.string() });
const secretSchema = connectionSchema.extend({ clientSecret: z.string() });
const refundSchema = connectionSchema.extend({ charge: z.string(), amount: z.int().positive() });
const reusableSchema = connectionSchema.extend({ customer: z.string().nullable() });
const displaySchema = connectionSchema.extend({ total: z.int().nullable() });

/** The endpoints that the StripeTerminal script calls instead of readers on its network. */
export function terminalRoutes(sandbox: Sandbox, localReaders: LocalReaders): Route[] {
  const { store } = sandbox;
  const action = (name: string, run: (visit: Visit) => unknown): Route => ({
    method: 'POST',
    path: `/_browser/terminal/${name}`,
    answer: async (visit) => ({ json: await resultOrError(() => run(visit)) }),
  });

  return [
    action('discover', ({ json }) => {
      const { location } = z.object({ location: z.string().nullable() }).parse(json());
      const readers = store.list('terminal.reader').filter((reader) => location === null || reader.location === location);
      return { discoveredReaders: readers.map((reader) => wireCopy(store, reader)) };
    }),
    action('connect', ({ json }) => {
      const { reader: id, failIfInUse, token } = connectSchema.parse(json());
      const reader = store.get('terminal.reader', id);
      if (!token.startsWith('pst_')) throw new TerminalError('network_error', 'The connection token is not valid.');
      if (reader?.status !== 'online') throw new TerminalError('network_error', 'Could not communicate with the Reader.');
      return { connection: localReaders.connect(id, { failIfInUse }), reader: wireCopy(store, reader) };
    }),
    action('watch', async ({ json, gone }) => {
      const { connection } = connectionSchema.parse(json());
      // a closed page releases its reader
      gone.addEventListener('abort', () => localReaders.disconnect(connection));
      await localReaders.lost(connection);
      return {};
    }),
    action('disconnect', ({ json }) => done(localReaders.disconnect(connectionSchema.parse(json()).connection))),
    action('cancel', ({ json }) => done(localReaders.cancel(connectionSchema.parse(json()).connection))),
    action('display', ({ json }) => {
      const { connection, total } = displaySchema.parse(json());
      return done(localReaders.say(connection, total === null ? 'Ready' : `Total $${(total / 100).toFixed(2)}`));
    }),

    action('collect-payment', async ({ json }) => {
      const { connection, clientSecret } = secretSchema.parse(json());
      const intent = intentOfSecret(store, 'payment_intent', clientSecret);
      await localReaders.ask(connection, { kind: 'payment', intent: intent.id, amount: intent.amount });
      return { paymentIntent: { ...wireCopy(store, intent), status: 'requires_confirmation' } };
    }),
    action('process-payment', ({ json }) => {
      const { connection } = connectionSchema.parse(json());
      const cardRead = localReaders.take(connection, 'payment', nothingRead('no_active_collect_payment_method_attempt'));
      return told(localReaders, connection, payRead(sandbox, cardRead));
    }),
    action('collect-setup', async ({ json }) => {
      const { connection, clientSecret } = secretSchema.parse(json());
      const intent = intentOfSecret(store, 'setup_intent', clientSecret);
      await localReaders.ask(connection, { kind: 'setup', intent: intent.id });
      return { setupIntent: { ...wireCopy(store, intent), status: 'requires_confirmation' } };
    }),
    action('confirm-setup', ({ json }) => {
      const { connection } = connectionSchema.parse(json());
      const cardRead = localReaders.take(connection, 'setup', nothingRead('no_active_collect_setup_intent_payment_method_attempt'));
      return told(localReaders, connection, confirmReadSetup(sandbox, cardRead));
    }),
    action('collect-refund', async ({ json }) => {
      const { connection, charge, amount } = refundSchema.parse(json());
      await localReaders.ask(connection, { kind: 'refund', charge, amount });
      return {};
    }),
    action('process-refund', ({ json }) => {
      const { connection } = connectionSchema.parse(json());
      const cardRead = localReaders.take(connection, 'refund', nothingRead('no_active_collect_refund_payment_method_attempt'));
      return told(localReaders, connection, refundRead(sandbox, cardRead));
    }),
    action('read-card', async ({ json }) => {
      const { connection, customer } = reusableSchema.parse(json());
      const card = await localReaders.ask(connection, { kind: 'read' });
      return told(localReaders, connection, makeReadCard(sandbox, card, customer));
    }),
  ];
}

const done = (_nothing: void): object => ({});

const nothingRead = (code: TerminalErrorCode): TerminalError =>
  new TerminalError(code, 'No card was read for this. Collect a payment method first.');

/** Shows the customer the same result as the cashier. */
function told(localReaders: LocalReaders, connection: string, processed: Processed): Record<string, unknown> {
  localReaders.say(connection, 'error' in processed ? 'Declined' : 'Approved');
  return { ...processed };
}

/** The script's methods resolve with their errors, so errors are ordinary responses. */
async function resultOrError(run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof TerminalError) return { error: { code: error.code, message: error.message } };
    if (error instanceof StripeFault) return error.toWire('req_terminal');
    throw error;
  }
}
