import type { Stripe } from '@stripe/stripe-js';
import { CardError, cardMessages } from './card-error.ts';

const notLoaded = "Stripe's card form could not be loaded. Is the internet connection up?";

/** Stripe's software for card forms, from Stripe's own address, when it is first needed. @throws CardError where it cannot be loaded */
export async function loadCardForm(publicKey: string): Promise<Stripe> {
  try {
    const { loadStripe } = await import('@stripe/stripe-js/pure');
    const stripe = await loadStripe(publicKey);
    if (stripe) return stripe;
  } catch {
    // The dialog shows the error, and another try loads the script again, because this loader does not remember failures.
  }
  throw new CardError(cardMessages.notCollected, notLoaded);
}
