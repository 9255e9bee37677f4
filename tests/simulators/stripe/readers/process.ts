import type { CardFault } from '../cards/card-fault.ts';
import { presentCard } from '../cards/present.ts';
import { callOperation } from '../internal-call.ts';
import { show, type WireObject } from '../show.ts';
import { StripeFault } from '../wire/errors.ts';
import type { World } from '../world.ts';
import type { CardRead } from './desk.ts';
import { readerCards, type ReaderCard } from './reader-cards.ts';

/** What came of a card that was read: an object by its name, or an error as the browser's script tells it. */
export type Processed = Record<string, unknown>;

/** Authorizes the payment that the card was read for. */
export function payRead(world: World, cardRead: CardRead): Processed {
  if (cardRead.command.kind !== 'payment') throw new Error('This card was not read for a payment');
  return present(world, cardRead.command.intent, cardRead, 'paymentIntent');
}

/** Keeps the card that was read. */
export function confirmReadSetup(world: World, cardRead: CardRead): Processed {
  if (cardRead.command.kind !== 'setup') throw new Error('This card was not read for a setup');
  return present(world, cardRead.command.intent, cardRead, 'setupIntent');
}

function present(world: World, intentId: string, { card, reader }: CardRead, named: 'paymentIntent' | 'setupIntent'): Processed {
  const { intent, declined } = presentCard(world, intentId, { number: readerCards[card].number, reader });
  const shown = show(world.store, intent);
  return declined ? { error: terminalErrorOf(declined, named, shown) } : { [named]: shown };
}

function terminalErrorOf({ body }: CardFault, named: 'paymentIntent' | 'setupIntent', intent: WireObject): Record<string, unknown> {
  const key = named === 'paymentIntent' ? 'payment_intent' : 'setup_intent';
  return { type: 'card_error', code: body.code, message: body.message, decline_code: body.decline_code, [key]: intent };
}

/** Pays the charge back, to the card that it was paid with. */
export function refundRead(world: World, { command }: CardRead): Processed {
  if (command.kind !== 'refund') throw new Error('This card was not read for a refund');
  try {
    return { refund: callOperation(world, 'POST', '/v1/refunds', { charge: command.charge, amount: command.amount }) };
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    return { error: { code: error.details.code ?? 'reader_error', message: error.message } };
  }
}

/** A card that can be charged later, without a charge now. @param customer to whom it is tied, when one is given */
export function makeReadCard(world: World, card: ReaderCard, customer: string | null): Processed {
  const nextYear = new Date(world.now() * 1_000).getUTCFullYear() + 1;
  const typed = { number: readerCards[card].number, exp_month: 12, exp_year: nextYear };
  const method = callOperation(world, 'POST', '/v1/payment_methods', { type: 'card', card: typed });
  if (customer === null) return { payment_method: method };
  return { payment_method: callOperation(world, 'POST', `/v1/payment_methods/${method.id}/attach`, { customer }) };
}
