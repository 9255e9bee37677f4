import type { ExposedError, StripeTerminal, Terminal } from '@stripe/terminal-js';
import type { CardStep } from './card-collector.ts';
import { CardError, cardMessages } from './card-error.ts';

export interface ChosenReader {
  /** Stripe's location id. */
  location: string;
  serialNumber: string;
}

/** Returns a connection token from the API. @throws Error if it returns none */
export type FetchToken = () => Promise<string>;

interface ConnectOptions {
  reader: ChosenReader;
  fetchToken: FetchToken;
  report: (step: CardStep) => void;
  takeOver: boolean;
}

/** Stripe's code for a reader that is connected to another browser. */
const inUseCode = 'already_connected';
const inUseWords =
  'Another register is connected to this reader. If a customer is paying there, taking the reader over stops that payment.';

/** How long after a canceled collection the reader may still report that it was disconnected. */
const lossMs = 500;

/** How long an unused reader stays connected. After that another register gets it without a question. */
const idleMs = 30_000;

const noToken: FetchToken = () => Promise.reject(new Error('No reader requested yet'));

/** The page's single reader connection. It is kept for the next card, released when it is not used, and reopened if it was lost. */
export class ReaderConnection {
  readonly #load: () => Promise<StripeTerminal>;
  #terminal: Terminal | null = null;
  #connected: ChosenReader | null = null;
  #fetchToken = noToken;
  #last: Promise<unknown> = Promise.resolve();
  #lost = Promise.withResolvers<true>();
  #tasks = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(load: () => Promise<StripeTerminal>) {
    this.#load = load;
  }

  /** Runs `task` after all earlier tasks, because a reader does one thing at a time. */
  runSerially<T>(task: () => Promise<T>): Promise<T> {
    clearTimeout(this.#idle);
    this.#tasks += 1;
    const turn = this.#last.then(task);
    // the caller receives the error
    this.#last = turn.catch(() => undefined).then(() => this.#rest());
    return turn;
  }

  #rest(): void {
    this.#tasks -= 1;
    const terminal = this.#terminal;
    if (this.#tasks > 0 || !terminal || !isConnected(terminal)) return;
    this.#idle = setTimeout(() => void this.runSerially(() => this.#release(terminal)), idleMs);
  }

  /** Whether the reader ended the connection, for example because another register took it. */
  wasLost(): Promise<boolean> {
    return Promise.race([this.#lost.promise, new Promise<false>((resolve) => setTimeout(() => resolve(false), lossMs))]);
  }

  /** Returns the connection to the requested reader, found by its serial number because its address may have changed. @throws CardError */
  async connect({ reader, fetchToken, report, takeOver }: ConnectOptions): Promise<Terminal> {
    this.#fetchToken = fetchToken;
    if (this.#terminal && isConnected(this.#terminal) && this.#connected?.serialNumber === reader.serialNumber) return this.#terminal;
    report('finding');
    const terminal = (this.#terminal ??= await this.#create());
    await this.#leave(terminal, reader);
    const found = await terminal.discoverReaders({ simulated: false, location: reader.location });
    if ('error' in found) throw new CardError(cardMessages.notFound, found.error.message);
    const match = found.discoveredReaders.find(({ serial_number: serial }) => serial === reader.serialNumber);
    if (!match) throw new CardError(cardMessages.notFound);
    report('connecting');
    const result = await terminal.connectReader(match, { fail_if_in_use: !takeOver });
    if ('error' in result) throw refusedConnection(result.error);
    this.#lost = Promise.withResolvers();
    this.#connected = reader;
    return terminal;
  }

  async #create(): Promise<Terminal> {
    const sdk = await this.#load();
    return sdk.create({
      onFetchConnectionToken: () => this.#fetchToken(),
      onUnexpectedReaderDisconnect: () => {
        this.#connected = null;
        this.#lost.resolve(true);
      },
    });
  }

  async #release(terminal: Terminal): Promise<void> {
    this.#connected = null;
    if (isConnected(terminal)) await terminal.disconnectReader();
  }

  /** Disconnects any other reader. Clears a token of another location, because a token belongs to one location. */
  async #leave(terminal: Terminal, { location }: ChosenReader): Promise<void> {
    const before = this.#connected;
    await this.#release(terminal);
    if (before && before.location !== location) await terminal.clearCachedCredentials();
  }
}

function refusedConnection({ code, message }: ExposedError): CardError {
  if (code === inUseCode || /in use/i.test(message)) return new CardError(cardMessages.inUse, inUseWords, '', { mayTakeOver: true });
  return new CardError(cardMessages.notConnected(message));
}

/** Stripe types the status as an enum that its package does not contain, hence the cast. */
const isConnected = (terminal: Terminal): boolean => (terminal.getConnectionStatus() as string) === 'connected';
