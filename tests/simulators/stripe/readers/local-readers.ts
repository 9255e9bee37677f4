import type { ReaderCard } from './reader-cards.ts';
import { TerminalError } from './terminal-error.ts';

/** A browser's command to a reader. Amounts are cents. */
export type ReaderCommand =
  | { kind: 'payment'; intent: string; amount: number }
  | { kind: 'setup'; intent: string }
  | { kind: 'refund'; charge: string; amount: number }
  | { kind: 'read' };

/** A card reading that waits to be processed. */
export interface CardRead {
  reader: string;
  command: ReaderCommand;
  card: ReaderCard;
}

interface Prompt {
  command: ReaderCommand;
  read(card: ReaderCard): void;
  fail(error: TerminalError): void;
}

/** The state of one reader for the browsers of its location. */
interface ReaderState {
  readonly reader: string;
  connection: string | null;
  lost: (() => void) | null;
  prompt: Prompt | null;
  cardRead: CardRead | null;
  /** The text of the idle display. */
  says: string;
}

const idle = (reader: string): ReaderState => ({ reader, connection: null, lost: null, prompt: null, cardRead: null, says: 'Ready' });

/**
 * Readers that a browser drives over the local network: their connections, commands and card readings. The state is lost when the process
 * ends, as in a reader's power cut.
 */
export class LocalReaders {
  readonly #readers = new Map<string, ReaderState>();
  readonly #newId: (prefix: string) => string;

  constructor(newId: (prefix: string) => string) {
    this.#newId = newId;
  }

  /** Connects to a reader and disconnects the previous client, or fails if asked to. Returns the connection's id. */
  connect(reader: string, { failIfInUse }: { failIfInUse: boolean }): string {
    const place = this.#place(reader);
    if (place.connection !== null && failIfInUse) {
      throw new TerminalError('already_connected', 'The reader is in use by another connection.');
    }
    this.#leave(place);
    place.connection = this.#newId('conn');
    return place.connection;
  }

  /** Resolves when the connection has ended, from either side. */
  lost(connection: string): Promise<void> {
    const place = this.#connected(connection);
    return new Promise((resolve) => {
      place.lost = resolve;
    });
  }

  /** Ignores unknown connections, which have already ended. */
  disconnect(connection: string): void {
    const place = this.#placeOf(connection);
    if (place) this.#leave(place);
  }

  /** Asks the customer for a card. @throws TerminalError if it is canceled or the reader disconnects */
  ask(connection: string, command: ReaderCommand): Promise<ReaderCard> {
    const place = this.#connected(connection);
    if (place.prompt) throw new TerminalError('command_already_in_progress', 'The reader is already waiting for a card.');
    place.cardRead = null;
    return new Promise((resolve, reject) => {
      place.prompt = {
        command,
        read(card) {
          place.prompt = null;
          place.cardRead = { reader: place.reader, command, card };
          place.says = 'Remove card';
          resolve(card);
        },
        fail(error) {
          place.prompt = null;
          place.says = 'Canceled';
          reject(error);
        },
      };
    });
  }

  /** Returns the last card reading, once: processing again needs another card. */
  take(connection: string, kind: ReaderCommand['kind'], none: TerminalError): CardRead {
    const place = this.#connected(connection);
    const { cardRead } = place;
    if (cardRead?.command.kind !== kind) throw none;
    place.cardRead = null;
    return cardRead;
  }

  /** Cancels the connection's command. */
  cancel(connection: string): void {
    const { prompt } = this.#connected(connection);
    if (!prompt) throw new TerminalError('cancelable_already_completed', 'There is no command to cancel.');
    prompt.fail(new TerminalError('canceled', 'The command was canceled.'));
  }

  /** @throws Error if the reader is not waiting for a card */
  tap(reader: string, card: ReaderCard): void {
    this.#asked(reader).read(card);
  }

  /** Presses the red button. */
  refuse(reader: string): void {
    this.#asked(reader).fail(new TerminalError('canceled', 'The customer canceled the transaction.'));
  }

  /** Takes the reader offline, by network or power: its client is disconnected. */
  goAway(reader: string): void {
    const place = this.#place(reader);
    place.prompt?.fail(new TerminalError('network_error', 'The reader could not be reached.'));
    this.#leave(place);
  }

  say(connection: string, text: string): void {
    this.#connected(connection).says = text;
  }

  asked(reader: string): ReaderCommand | null {
    return this.#readers.get(reader)?.prompt?.command ?? null;
  }

  says(reader: string): string {
    return this.#place(reader).says;
  }

  #asked(reader: string): Prompt {
    const { prompt } = this.#place(reader);
    if (!prompt) throw new Error(`Reader ${reader} is not waiting for a card`);
    return prompt;
  }

  #leave(place: ReaderState): void {
    place.prompt?.fail(new TerminalError('canceled', 'The connection was ended.'));
    const tell = place.lost;
    Object.assign(place, idle(place.reader));
    tell?.();
  }

  #place(reader: string): ReaderState {
    const place = this.#readers.get(reader) ?? idle(reader);
    this.#readers.set(reader, place);
    return place;
  }

  #placeOf(connection: string): ReaderState | undefined {
    return [...this.#readers.values()].find((place) => place.connection === connection);
  }

  #connected(connection: string): ReaderState {
    const place = this.#placeOf(connection);
    if (place) return place;
    throw new TerminalError('no_established_connection', 'No reader is connected. Connect to a reader first.');
  }
}
