import { confirmPayment } from '../money/confirm.ts';
import { setUpMethod } from '../money/set-up.ts';
import { refuseUnexpectedState } from '../money/unexpected-state.ts';
import type { CardRead } from '../objects/charge-details.ts';
import type { PaymentIntent } from '../objects/payment-intent.ts';
import { makeCard, makeCardPresent, makePaymentMethod, type PaymentMethod } from '../objects/payment-method.ts';
import type { SetupIntent } from '../objects/setup-intent.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { StripeFault } from '../wire/errors.ts';
import { expiryOf, factsOf } from './card-facts.ts';
import type { CardFault } from './card-fault.ts';
import { cardOfNumber, type TestCard } from './test-cards.ts';
import { verdictOn } from './verdict.ts';

export interface PresentedCard {
  /** Defaults to a Visa that succeeds. */
  number?: string | undefined;
  /** The id of the reader that read the card. */
  reader?: string | undefined;
  /** False for a phone's wallet, which creates no reusable card. */
  reusable?: boolean | undefined;
}

export interface Presentation {
  intent: PaymentIntent | SetupIntent;
  declined: CardFault | null;
  /** The id of the reusable card, if any. */
  generatedCard: string | null;
}

/** Presents a card to a reader that waits for one, for a PaymentIntent or a SetupIntent. @throws StripeFault 400 if neither is waiting */
export function presentCard(sandbox: Sandbox, intentId: string, card: PresentedCard): Presentation {
  const printed = cardOfNumber(card.number ?? '4242424242424242');
  if (!printed)
    throw new StripeFault(402, 'Your card number is incorrect.', { type: 'card_error', code: 'incorrect_number', param: 'number' });
  const payment = sandbox.store.get('payment_intent', intentId);
  if (payment) return presentForPayment(sandbox, payment, printed, card);
  const setup = sandbox.store.get('setup_intent', intentId);
  if (setup) return presentForSetup(sandbox, setup, printed, card);
  throw new StripeFault(400, `No such intent: '${intentId}'`, { code: 'resource_missing' });
}

function presentForPayment(
  sandbox: Sandbox,
  intent: PaymentIntent,
  printed: TestCard,
  { reader, reusable = true }: PresentedCard,
): Presentation {
  refuseUnexpectedState(sandbox, intent, 'confirm');
  refuseCardNotPresent(intent);
  const method = readCard(sandbox, printed);
  const keeps = reusable && intent.setup_future_usage !== null;
  const approved = verdictOn(method, { offSession: false, now: sandbox.now() }).decline === null;
  const generated = keeps && approved ? generateCard(sandbox, printed, intent.customer, null) : null;
  const presented = { cardRead: cardReadOf(sandbox, reader), generatedCard: generated?.id ?? null };
  const { paymentIntent, declined } = confirmPayment(sandbox, intent, method, { offSession: false, authenticated: true, presented });
  return { intent: paymentIntent, declined, generatedCard: presented.generatedCard };
}

function presentForSetup(sandbox: Sandbox, intent: SetupIntent, printed: TestCard, { reusable = true }: PresentedCard): Presentation {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw new StripeFault(400, `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`, {
      code: 'setup_intent_unexpected_state',
    });
  }
  refuseCardNotPresent(intent);
  const method = readCard(sandbox, printed);
  let generatedCard: string | null = null;
  const generate = (attempt: string): PaymentMethod | null => {
    const generated = reusable ? generateCard(sandbox, printed, intent.customer, attempt) : null;
    generatedCard = generated?.id ?? null;
    return generated;
  };
  const { setupIntent, declined } = setUpMethod(sandbox, intent, method, { authenticated: true, generate });
  return { intent: setupIntent, declined, generatedCard };
}

function refuseCardNotPresent({ payment_method_types: types }: PaymentIntent | SetupIntent): void {
  if (types.includes('card_present')) return;
  throw new StripeFault(400, 'This intent does not take cards that are presented: its payment method types have no `card_present`.', {
    code: 'payment_intent_incompatible_payment_method',
  });
}

/** Creates the method of a card reading, valid for this payment only. */
function readCard(sandbox: Sandbox, printed: TestCard): PaymentMethod {
  const details = { type: 'card_present' as const, card_present: makeCardPresent(factsOf(printed, expiryOf(sandbox.now()))) };
  const method = makePaymentMethod({ id: sandbox.newId('pm'), created: sandbox.now(), details, behaviour: printed.behaviour });
  sandbox.store.put({ ...method, spent: true });
  return method;
}

/** Creates the same card for later charges, attached to the customer if there is one. */
function generateCard(sandbox: Sandbox, printed: TestCard, customer: string | null, attempt: string | null): PaymentMethod {
  const origin = { charge: null, payment_method_details: null, setup_attempt: attempt };
  const details = { type: 'card' as const, card: makeCard(factsOf(printed, expiryOf(sandbox.now())), origin) };
  const method = makePaymentMethod({ id: sandbox.newId('pm'), created: sandbox.now(), details, behaviour: printed.behaviour, customer });
  sandbox.store.put(method);
  if (customer !== null) sandbox.emit('payment_method.attached', method.id);
  return method;
}

function cardReadOf({ store }: Sandbox, reader: string | undefined): CardRead | undefined {
  return reader === undefined ? undefined : { reader, location: store.get('terminal.reader', reader)?.location ?? null };
}
