import type { Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js';
import { plainDecline, type CardAttempt, type CardCollector, type CardIntent, type CardResult } from './card-collector.ts';
import { cardMessages, problemOf } from './card-error.ts';

interface Parts {
  load: () => Promise<Stripe>;
  /** The text style of Stripe's fields, which Stripe draws in its own frame. */
  style: { color: string; placeholder: string; fontSize: string; fontFamily: string };
}

type Send = (stripe: Stripe, card: StripeCardElement) => Promise<{ error?: StripeError }>;

/** The card form on the screen, for a workplace without a reader. The card number goes only to Stripe. */
export class CardForm implements CardCollector {
  readonly reader = false;
  readonly #parts: Parts;
  #stripe: Stripe | null = null;
  #card: StripeCardElement | null = null;
  #submitted: (() => void) | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  prepare = async ({ report }: CardAttempt): Promise<void> => {
    if (!this.#stripe) report('preparing');
    this.#stripe ??= await this.#parts.load();
  };

  saveCard = ({ secret }: CardIntent, attempt: CardAttempt): Promise<CardResult> =>
    this.#collect(attempt, cardMessages.notConfirmed, (stripe, card) => stripe.confirmCardSetup(secret, { payment_method: { card } }));

  authorizePayment = ({ secret }: CardIntent, attempt: CardAttempt): Promise<CardResult> =>
    this.#collect(attempt, cardMessages.notReady, (stripe, card) => stripe.confirmCardPayment(secret, { payment_method: { card } }));

  /** Shows empty fields. @returns a function that removes them */
  mount(place: HTMLElement, onEscape: () => void): () => void {
    const { color, placeholder, fontSize, fontFamily } = this.#parts.style;
    const card = this.#ready()
      .elements()
      .create('card', {
        style: { base: { color, fontSize, fontFamily, '::placeholder': { color: placeholder } } },
      });
    card.mount(place);
    card.on('ready', () => card.focus());
    // Keys pressed inside Stripe's frame do not reach the page.
    card.on('escape', onEscape);
    this.#card = card;
    return () => {
      card.destroy();
      this.#card = null;
    };
  }

  submit(): void {
    this.#submitted?.();
  }

  #ready(): Stripe {
    if (!this.#stripe) throw new Error('The card form has not been prepared');
    return this.#stripe;
  }

  async #collect(attempt: CardAttempt, title: string, send: Send, complaint?: string): Promise<CardResult> {
    attempt.report('card', complaint);
    if (!(await this.#submission(attempt.signal)) || !this.#card) return { kind: 'canceled' };
    attempt.report('processing');
    this.#card.update({ disabled: true });
    const { error } = await send(this.#ready(), this.#card);
    if (!error) return { kind: 'done' };
    if (!isIncomplete(error)) return formResult(error, title);
    this.#card?.update({ disabled: false });
    this.#card?.focus();
    return this.#collect(attempt, title, send, error.message);
  }

  /** Resolves to false if the person cancels. */
  #submission(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve(false);
      this.#submitted = () => resolve(true);
      signal.addEventListener('abort', () => resolve(false), { once: true });
    });
  }
}

/** Whether the card is incomplete, in which case Stripe was not called. */
const isIncomplete = ({ type }: StripeError): boolean => type === 'validation_error';

/** The cardholder did not approve on the bank's page. */
const notApproved = /_authentication_failure$/;

/** Returns the result of a typed card that Stripe rejected. If Stripe did not respond, the bank may have received it. */
function formResult({ type, code = '', decline_code: declineCode, message = '' }: StripeError, title: string): CardResult {
  if (type === 'card_error' || notApproved.test(code)) {
    return { kind: 'declined', decline: plainDecline(declineCode ?? (code || null), message || null) };
  }
  return { kind: 'unclear', problem: problemOf(title, message) };
}
