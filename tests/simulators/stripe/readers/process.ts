import type { CardFault } from '../cards/card-fault.ts';
import { presentCard } from '../cards/present.ts';
import { callOperation } from '../server/internal-call.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { wireCopy } from '../views/view.ts';
import { StripeFault } from '../wire/errors.ts';
import type { WireObject } from '../wire/wire-object.ts';
import type { CardRead } from './local-readers.ts';
import { readerCards, type ReaderCard } from './reader-cards.ts';

/** The result of a card reading: an object by its name, or an error in the script's format. */
export type Processed = Record<string, unknown>;

/** Authorizes the payment with the read card. */
export function payRead(sandbox: Sandbox, cardRead: CardRead): Processed {
  if (cardRead.command.kind !== 'payment') throw new Error('Card was not read for a payment');
  return present(sandbox, cardRead.command.intent, cardRead, 'paymentIntent');
}

/** Saves the read card. */
export function confirmReadSetup(sandbox: Sandbox, cardRead: CardRead): Processed {
  if (cardRead.command.kind !== 'setup') throw new Error('Card was not read for a setup');
  return present(sandbox, cardRead.command.intent, cardRead, 'setupIntent');
}

function present(sandbox: Sandbox, intentId: string, { card, reader }: CardRead, named: 'paymentIntent' | 'setupIntent'): Processed {
  const { intent, declined } = presentCard(sandbox, intentId, { number: readerCards[card].number, reader });
  const shown = wireCopy(sandbox.store, intent);
  return declined ? { error: terminalErrorOf(declined, named, shown) } : { [named]: shown };
}

function terminalErrorOf({ body }: CardFault, named: 'paymentIntent' | 'setupIntent', intent: WireObject): Record<string, unknown> {
  const key = named === 'paymentIntent' ? 'payment_intent' : 'setup_intent';
  return { type: 'card_error', code: body.code, message: body.message, decline_code: body.decline_code, [key]: intent };
}

/** Refunds the charge to its card. */
export function refundRead(sandbox: Sandbox, { command }: CardRead): Processed {
  if (command.kind !== 'refund') throw new Error('Card was not read for a refund');
  try {
    return { refund: callOperation(sandbox, 'POST', '/v1/refunds', { charge: command.charge, amount: command.amount }) };
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    return { error: { code: error.details.code ?? 'reader_error', message: error.message } };
  }
}

/** Saves a card for later charges without charging it. @param customer attaches the card, if given */
export function makeReadCard(sandbox: Sandbox, card: ReaderCard, customer: string | null): Processed {
  const nextYear = new Date(sandbox.now() * 1_000).getUTCFullYear() + 1;
  const typed = { number: readerCards[card].number, exp_month: 12, exp_year: nextYear };
  const method = callOperation(sandbox, 'POST', '/v1/payment_methods', { type: 'card', card: typed });
  if (customer === null) return { payment_method: method };
  return { payment_method: callOperation(sandbox, 'POST', `/v1/payment_methods/${method.id}/attach`, { customer }) };
}
