import { z } from 'zod';
import type { Reader } from '../objects/terminal.ts';
import { callOperation } from '../server/internal-call.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { displayOf, type Display } from './display.ts';
import type { LocalReaders } from './local-readers.ts';
import { readerCardNames, readerCards, type ReaderCard } from './reader-cards.ts';

/** A person's actions at a reader: tap a card, press the red button, unplug the cable. */
export const readerInputSchema = z.union([
  z.strictObject({ tap: z.enum(readerCardNames) }),
  z.strictObject({ cancel: z.literal(true) }),
  z.strictObject({ online: z.boolean() }),
]);
export type ReaderInput = z.infer<typeof readerInputSchema>;

/** A command that is impossible now; the message is for the caller. */
export class ReaderRefusal extends Error {}

export interface ReaderView extends Display {
  /** Whether a card or the red button is accepted now. */
  asks: boolean;
  online: boolean;
}

/** Readers as people use them, driven by a browser or by Stripe's server. */
export class ReaderControls {
  readonly #sandbox: Sandbox;
  readonly #desk: LocalReaders;

  constructor(sandbox: Sandbox, desk: LocalReaders) {
    this.#sandbox = sandbox;
    this.#desk = desk;
  }

  /** @throws ReaderRefusal if the reader is unknown or not waiting */
  order(id: string, order: ReaderInput): void {
    const reader = this.find(id);
    if ('online' in order) return this.#switch(reader, order.online);
    if (!this.view(reader).asks) throw new ReaderRefusal(`${reader.label} is not waiting for a card.`);
    if ('cancel' in order) return this.#cancel(reader);
    this.#tap(reader, order.tap);
  }

  /** @throws ReaderRefusal */
  find(id: string): Reader {
    const reader = this.#sandbox.store.get('terminal.reader', id);
    if (!reader) throw new ReaderRefusal(`Reader not found: ${id}`);
    return reader;
  }

  view(reader: Reader): ReaderView {
    const online = reader.status === 'online';
    const command = this.#desk.asked(reader.id);
    const asks = online && (command !== null || reader.action?.status === 'in_progress');
    return { ...displayOf(this.#sandbox.store, reader, command, this.#desk.says(reader.id)), asks, online };
  }

  #tap(reader: Reader, card: ReaderCard): void {
    if (this.#desk.asked(reader.id)) return this.#desk.tap(reader.id, card);
    callOperation(this.#sandbox, 'POST', `/v1/test_helpers/terminal/readers/${reader.id}/present_payment_method`, {
      type: 'card_present',
      card_present: { number: readerCards[card].number },
    });
  }

  #cancel(reader: Reader): void {
    if (this.#desk.asked(reader.id)) return this.#desk.refuse(reader.id);
    callOperation(this.#sandbox, 'POST', `/v1/terminal/readers/${reader.id}/cancel_action`);
  }

  #switch(reader: Reader, online: boolean): void {
    this.#sandbox.store.put({ ...reader, status: online ? 'online' : 'offline', last_seen_at: this.#sandbox.now() * 1_000 });
    if (!online) this.#desk.goAway(reader.id);
  }
}
