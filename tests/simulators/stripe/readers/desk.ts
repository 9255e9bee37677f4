import type { ReaderCard } from './reader-cards.ts';
import { TerminalError } from './terminal-error.ts';

/** What a browser asks a reader to do. Amounts are cents. */
export type Wish =
  | { kind: 'payment'; intent: string; amount: number }
  | { kind: 'setup'; intent: string }
  | { kind: 'refund'; charge: string; amount: number }
  | { kind: 'read' };

/** What has been read and waits to be processed. */
export interface Reading {
  reader: string;
  wish: Wish;
  card: ReaderCard;
}

interface Asking {
  wish: Wish;
  read(card: ReaderCard): void;
  fail(error: TerminalError): void;
}

/** One reader, as far as the browsers of its location are concerned. */
interface Place {
  readonly reader: string;
  connection: string | null;
  lost: (() => void) | null;
  asking: Asking | null;
  reading: Reading | null;
  /** What the display says when nothing is asked. */
  says: string;
}

const idle = (reader: string): Place => ({ reader, connection: null, lost: null, asking: null, reading: null, says: 'Ready' });

/**
 * Readers that a browser drives over the local network: who is connected, what is asked of the customer, what was read.
 * Nothing of it outlives the process, as it does not outlive a reader's power cut.
 */
export class ReaderDesk {
  readonly #places = new Map<string, Place>();
  readonly #newId: (prefix: string) => string;

  constructor(newId: (prefix: string) => string) {
    this.#newId = newId;
  }

  /** Takes the reader over from whoever had it, unless asked to fail then. Gives the connection's id. */
  connect(reader: string, { failIfInUse }: { failIfInUse: boolean }): string {
    const place = this.#place(reader);
    if (place.connection !== null && failIfInUse) {
      throw new TerminalError('already_connected', 'The reader is in use by another connection.');
    }
    this.#leave(place);
    place.connection = this.#newId('conn');
    return place.connection;
  }

  /** Resolves when the connection is over, by whoever ended it. */
  lost(connection: string): Promise<void> {
    const place = this.#connected(connection);
    return new Promise((resolve) => {
      place.lost = resolve;
    });
  }

  /** Unknown connections have ended already. */
  disconnect(connection: string): void {
    const place = this.#placeOf(connection);
    if (place) this.#leave(place);
  }

  /** Asks the customer for a card. @throws TerminalError when it is cancelled, or the reader goes away */
  ask(connection: string, wish: Wish): Promise<ReaderCard> {
    const place = this.#connected(connection);
    if (place.asking) throw new TerminalError('command_already_in_progress', 'The reader is already waiting for a card.');
    place.reading = null;
    return new Promise((resolve, reject) => {
      place.asking = {
        wish,
        read(card) {
          place.asking = null;
          place.reading = { reader: place.reader, wish, card };
          place.says = 'Remove card';
          resolve(card);
        },
        fail(error) {
          place.asking = null;
          place.says = 'Canceled';
          reject(error);
        },
      };
    });
  }

  /** What was read last, once: a second processing needs a second card. */
  take(connection: string, kind: Wish['kind'], none: TerminalError): Reading {
    const place = this.#connected(connection);
    const { reading } = place;
    if (reading?.wish.kind !== kind) throw none;
    place.reading = null;
    return reading;
  }

  /** The connection's own cancelling of what it asked. */
  withdraw(connection: string): void {
    const { asking } = this.#connected(connection);
    if (!asking) throw new TerminalError('cancelable_already_completed', 'There is nothing to cancel any more.');
    asking.fail(new TerminalError('canceled', 'The command was canceled.'));
  }

  /** @throws Error when nothing is asked of the customer */
  tap(reader: string, card: ReaderCard): void {
    this.#asked(reader).read(card);
  }

  /** The customer presses the red button. */
  refuse(reader: string): void {
    this.#asked(reader).fail(new TerminalError('canceled', 'The customer canceled the transaction.'));
  }

  /** The reader lost its line or its power: whoever is connected learns it. */
  goAway(reader: string): void {
    const place = this.#place(reader);
    place.asking?.fail(new TerminalError('network_error', 'The reader could not be reached.'));
    this.#leave(place);
  }

  say(connection: string, text: string): void {
    this.#connected(connection).says = text;
  }

  asked(reader: string): Wish | null {
    return this.#places.get(reader)?.asking?.wish ?? null;
  }

  says(reader: string): string {
    return this.#place(reader).says;
  }

  #asked(reader: string): Asking {
    const { asking } = this.#place(reader);
    if (!asking) throw new Error(`Reader ${reader} asks for nothing now.`);
    return asking;
  }

  #leave(place: Place): void {
    place.asking?.fail(new TerminalError('canceled', 'The connection was ended.'));
    const tell = place.lost;
    Object.assign(place, idle(place.reader));
    tell?.();
  }

  #place(reader: string): Place {
    const place = this.#places.get(reader) ?? idle(reader);
    this.#places.set(reader, place);
    return place;
  }

  #placeOf(connection: string): Place | undefined {
    return [...this.#places.values()].find((place) => place.connection === connection);
  }

  #connected(connection: string): Place {
    const place = this.#placeOf(connection);
    if (place) return place;
    throw new TerminalError('no_established_connection', 'No reader is connected. Connect to a reader first.');
  }
}
