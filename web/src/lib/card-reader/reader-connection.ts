import type { StripeTerminal, Terminal } from '@stripe/terminal-js';
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
}

const noToken: FetchToken = () => Promise.reject(new Error('No reader requested yet'));

/** The page's single reader connection. It is kept for the next card and reopened if it was lost. */
export class ReaderConnection {
  readonly #load: () => Promise<StripeTerminal>;
  #terminal: Terminal | null = null;
  #connected: ChosenReader | null = null;
  #fetchToken = noToken;
  #last: Promise<unknown> = Promise.resolve();

  constructor(load: () => Promise<StripeTerminal>) {
    this.#load = load;
  }

  /** Runs `task` after all earlier tasks, because a reader does one thing at a time. */
  runSerially<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(task);
    this.#last = turn.catch(() => undefined); // the caller receives the error
    return turn;
  }

  /** Returns the connection to the requested reader, found by its serial number because its address may have changed. @throws CardError */
  async connect({ reader, fetchToken, report }: ConnectOptions): Promise<Terminal> {
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
    const result = await terminal.connectReader(match);
    if ('error' in result) throw new CardError(cardMessages.notConnected(result.error.message));
    this.#connected = reader;
    return terminal;
  }

  async #create(): Promise<Terminal> {
    const sdk = await this.#load();
    return sdk.create({
      onFetchConnectionToken: () => this.#fetchToken(),
      onUnexpectedReaderDisconnect: () => {
        this.#connected = null;
      },
    });
  }

  /** Disconnects any other reader. Clears a token of another location, because a token belongs to one location. */
  async #leave(terminal: Terminal, { location }: ChosenReader): Promise<void> {
    const before = this.#connected;
    this.#connected = null;
    if (isConnected(terminal)) await terminal.disconnectReader();
    if (before && before.location !== location) await terminal.clearCachedCredentials();
  }
}

/** Stripe types the status as an enum that its package does not contain, hence the cast. */
const isConnected = (terminal: Terminal): boolean => (terminal.getConnectionStatus() as string) === 'connected';
