import type { Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js';
import type { CardAct, CardEnd, CardIntent, CardTaker } from './card-taker.ts';
import { cardMessages } from './card-trouble.ts';
import { formEnd, isIncomplete } from './form-error.ts';

interface Parts {
  load: () => Promise<Stripe>;
  /** As the texts beside the form, for Stripe draws its own. */
  style: { color: string; placeholder: string; fontSize: string; fontFamily: string };
}

type Send = (stripe: Stripe, card: StripeCardElement) => Promise<{ error?: StripeError }>;

/** The card form on the screen, where no reader is (front-desk section 4, "Card capture"). What is typed goes to Stripe alone. */
export class CardForm implements CardTaker {
  readonly reader = false;
  readonly #parts: Parts;
  #stripe: Stripe | null = null;
  #card: StripeCardElement | null = null;
  #submitted: (() => void) | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  prepare = async ({ tell }: CardAct): Promise<void> => {
    if (!this.#stripe) tell('preparing');
    this.#stripe ??= await this.#parts.load();
  };

  keepCard = ({ secret }: CardIntent, act: CardAct): Promise<CardEnd> =>
    this.#take(act, cardMessages.notConfirmed, (stripe, card) => stripe.confirmCardSetup(secret, { payment_method: { card } }));

  takePayment = ({ secret }: CardIntent, act: CardAct): Promise<CardEnd> =>
    this.#take(act, cardMessages.notReady, (stripe, card) => stripe.confirmCardPayment(secret, { payment_method: { card } }));

  /** Shows the fields, empty. @returns what takes them away again */
  mount(place: HTMLElement, onEscape: () => void): () => void {
    const { color, placeholder, fontSize, fontFamily } = this.#parts.style;
    const card = this.#ready()
      .elements()
      .create('card', {
        style: { base: { color, fontSize, fontFamily, '::placeholder': { color: placeholder } } },
      });
    card.mount(place);
    card.on('ready', () => card.focus());
    // keys pressed inside Stripe's frame do not reach the page
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

  async #take(act: CardAct, title: string, send: Send, complaint?: string): Promise<CardEnd> {
    act.tell('card', complaint);
    if (!(await this.#submission(act.signal)) || !this.#card) return { kind: 'canceled' };
    act.tell('processing');
    this.#card.update({ disabled: true });
    const { error } = await send(this.#ready(), this.#card);
    if (!error) return { kind: 'done' };
    if (!isIncomplete(error)) return formEnd(error, title);
    this.#card?.update({ disabled: false });
    this.#card?.focus();
    return this.#take(act, title, send, error.message);
  }

  /** False where the person gave up instead. */
  #submission(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve(false);
      this.#submitted = () => resolve(true);
      signal.addEventListener('abort', () => resolve(false), { once: true });
    });
  }
}
