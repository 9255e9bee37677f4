import type { ErrorResponse, ExposedError, StripeTerminal, Terminal, TerminalProps } from '@stripe/terminal-js';

type Answer = object | ErrorResponse;

/** Results of each method, in order; without one, the method succeeds. A collection with 'wait' ends when it is canceled. */
export interface TerminalScript {
  readers?: string[];
  discoverReaders?: Answer[];
  connectReader?: Answer[];
  collect?: (Answer | 'waits')[];
  process?: Answer[];
  cancel?: Answer[];
}

export interface ScriptedTerminal {
  sdk: StripeTerminal;
  /** Methods called, oldest first. */
  calls: string[];
  /** The options of each connection. */
  connectOptions: unknown[];
  props: () => TerminalProps;
  loseConnection: () => void;
}

export const terminalError = (code: string, message = 'words', more: Partial<ExposedError> = {}): ErrorResponse => ({
  error: { code, message, ...more },
});

/** Stripe's script with scripted answers. Browser tests cover its real behavior against the simulator. */
export function scriptedTerminal(script: TerminalScript = {}): ScriptedTerminal {
  const calls: string[] = [];
  const connectOptions: unknown[] = [];
  let status = 'not_connected';
  let props: TerminalProps | undefined;
  let cancelled: (() => void) | undefined;
  const answer = (name: string, answers: Answer[] | undefined, success: object): Promise<Answer> => {
    calls.push(name);
    return Promise.resolve(answers?.shift() ?? success);
  };
  const collect = async (name: string): Promise<Answer> => {
    calls.push(name);
    const next = script.collect?.shift() ?? { paymentIntent: {}, setupIntent: {} };
    if (next !== 'waits') return next;
    await new Promise<void>((resolve) => (cancelled = resolve));
    return terminalError('canceled');
  };
  const cancel = async (): Promise<Answer> => {
    const answered = await answer('cancel', script.cancel, {});
    if (!('error' in answered)) cancelled?.();
    return answered;
  };
  const readers = (script.readers ?? ['serial-1']).map((serial_number) => ({ serial_number }));
  const terminal = {
    getConnectionStatus: () => status,
    discoverReaders: () => answer('discover', script.discoverReaders, { discoveredReaders: readers }),
    connectReader: async (reader: { serial_number: string }, options: unknown) => {
      connectOptions.push(options);
      const connected = await answer(`connect ${reader.serial_number}`, script.connectReader, { reader });
      if (!('error' in connected)) status = 'connected';
      return connected;
    },
    disconnectReader: () => {
      status = 'not_connected';
      cancelled?.();
      return answer('disconnect', undefined, {});
    },
    clearCachedCredentials: () => answer('clear', undefined, {}),
    collectPaymentMethod: () => collect('collect'),
    collectSetupIntentPaymentMethod: () => collect('collect setup'),
    processPayment: () => answer('process', script.process, { paymentIntent: {} }),
    confirmSetupIntent: () => answer('confirm', script.process, { setupIntent: {} }),
    cancelCollectPaymentMethod: cancel,
    cancelCollectSetupIntentPaymentMethod: cancel,
  };
  const create = (given: TerminalProps): Terminal => {
    props = given;
    return terminal as unknown as Terminal;
  };
  return {
    sdk: { create } as StripeTerminal,
    calls,
    connectOptions,
    props: () => {
      if (!props) throw new Error('Nobody has created a terminal');
      return props;
    },
    loseConnection: () => {
      status = 'not_connected';
      cancelled?.();
      props?.onUnexpectedReaderDisconnect?.({});
    },
  };
}
