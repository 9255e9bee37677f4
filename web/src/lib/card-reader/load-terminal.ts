import type { StripeTerminal } from '@stripe/terminal-js';
import { CardError, cardMessages } from './card-error.ts';

const address = 'https://js.stripe.com/terminal/v1';
const notLoaded = 'Couldn’t load Stripe’s card reader software. Check the internet connection.';

let failedOnce = false;

/** Loads Stripe's script for readers from Stripe on first use. @throws CardError if it cannot be loaded */
export async function loadTerminal(): Promise<StripeTerminal> {
  try {
    const { loadStripeTerminal } = await import('@stripe/terminal-js/pure');
    const sdk = failedOnce ? await loadAnew() : await loadStripeTerminal();
    if (sdk) return sdk;
  } catch {
    failedOnce = true;
  }
  throw new CardError(cardMessages.notFound, notLoaded);
}

/** Stripe's loader caches its failure until the page is closed, so a later attempt adds the script itself. */
function loadAnew(): Promise<StripeTerminal | null> {
  if (window.StripeTerminal) return Promise.resolve(window.StripeTerminal);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve(window.StripeTerminal ?? null));
    script.addEventListener('error', () => reject(new Error('Failed to load StripeTerminal')));
    document.head.append(script);
  });
}
