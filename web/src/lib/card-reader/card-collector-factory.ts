import type { Stripe } from '@stripe/stripe-js';
import { createContext } from 'react';
import type { CardCollector } from './card-collector.ts';
import { CardError, cardMessages } from './card-error.ts';
import { CardForm } from './card-form.ts';
import { loadTerminal } from './load-terminal.ts';
import { readerCollector, type ReaderAccess } from './reader-collector.ts';
import { ReaderConnection } from './reader-connection.ts';

/** Creates the card collectors of this page. */
export interface CardCollectorFactory {
  /** The reader chosen in this browser. */
  reader: (access: ReaderAccess) => CardCollector;
  /** The form on the screen. */
  form: (publicKey: string) => CardForm;
}

const notLoaded = 'Couldn’t load Stripe’s card form. Check the internet connection.';

/** One connection per page, so that the reader stays connected for the next card. */
const connection = new ReaderConnection(loadTerminal);

/** Stripe's reader and form by default; tests provide another factory. */
export const CardCollectorFactoryContext = createContext<CardCollectorFactory>({
  reader: (access) => readerCollector({ connection, ...access }),
  form: (publicKey) => new CardForm({ load: () => loadCardForm(publicKey), style: fieldStyle() }),
});

/** Loads Stripe's script for card forms from Stripe on first use. @throws CardError if it cannot be loaded */
async function loadCardForm(publicKey: string): Promise<Stripe> {
  try {
    const { loadStripe } = await import('@stripe/stripe-js/pure');
    const stripe = await loadStripe(publicKey);
    if (stripe) return stripe;
  } catch {
    // The dialog shows the error. Another attempt loads the script again, because this loader does not cache failures.
  }
  throw new CardError(cardMessages.notCollected, notLoaded);
}

/** The style passed to Stripe's frame, which the page's style sheets do not reach. */
function fieldStyle() {
  const page = getComputedStyle(document.documentElement);
  const token = (name: string): string => page.getPropertyValue(name).trim();
  return { color: token('--ink'), placeholder: token('--muted'), fontSize: '16px', fontFamily: token('--font') };
}
