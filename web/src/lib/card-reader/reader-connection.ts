import type { StripeTerminal, Terminal } from '@stripe/terminal-js';
import { CardTrouble, cardMessages } from './card-trouble.ts';
import type { CardStep } from './card-taker.ts';

export interface WantedReader {
  /** Stripe's id of the location. */
  location: string;
  serialNumber: string;
}

/** A connection token of our API. @throws Error where there is none */
export type FetchToken = () => Promise<string>;

interface Wish {
  reader: WantedReader;
  fetchToken: FetchToken;
  tell: (step: CardStep) => void;
}

const noToken: FetchToken = () => Promise.reject(new Error('Nobody has asked for a reader yet'));

/** The one connection of this page to a reader. It is kept for the next card, and made anew when it was lost. */
export class ReaderConnection {
  readonly #load: () => Promise<StripeTerminal>;
  #terminal: Terminal | null = null;
  #connected: WantedReader | null = null;
  #fetchToken = noToken;
  #last: Promise<unknown> = Promise.resolve();

  constructor(load: () => Promise<StripeTerminal>) {
    this.#load = load;
  }

  /** A reader does one thing at a time: `act` begins when everything begun before has ended. */
  inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => undefined); // told to who began it
    return turn;
  }

  /** The live connection to the wanted reader, found by its serial number, for its address may have changed. @throws CardTrouble */
  async connect({ reader, fetchToken, tell }: Wish): Promise<Terminal> {
    this.#fetchToken = fetchToken;
    if (this.#terminal && isConnected(this.#terminal) && this.#connected?.serialNumber === reader.serialNumber) return this.#terminal;
    tell('finding');
    const terminal = (this.#terminal ??= await this.#create());
    await this.#leave(terminal, reader);
    const found = await terminal.discoverReaders({ simulated: false, location: reader.location });
    if ('error' in found) throw new CardTrouble(cardMessages.notFound, found.error.message);
    const match = found.discoveredReaders.find(({ serial_number: serial }) => serial === reader.serialNumber);
    if (!match) throw new CardTrouble(cardMessages.notFound);
    tell('connecting');
    const result = await terminal.connectReader(match);
    if ('error' in result) throw new CardTrouble(cardMessages.notConnected(result.error.message));
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

  /** From another reader than the wanted one. A token is of one location, so that of another is forgotten. */
  async #leave(terminal: Terminal, { location }: WantedReader): Promise<void> {
    const before = this.#connected;
    this.#connected = null;
    if (isConnected(terminal)) await terminal.disconnectReader();
    if (before && before.location !== location) await terminal.clearCachedCredentials();
  }
}

/** Its type is an enumeration that exists in no file of the package. */
const isConnected = (terminal: Terminal): boolean => (terminal.getConnectionStatus() as string) === 'connected';
