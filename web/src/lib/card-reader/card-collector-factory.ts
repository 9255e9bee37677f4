import type { Stripe } from '@stripe/stripe-js';
import { createContext } from 'react';
import type { CardCollector } from './card-collector.ts';
import { CardError, cardMessages } from './card-error.ts';
import { CardForm } from './card-form.ts';
import { loadTerminal } from './load-terminal.ts';
import { readerCollector, type ReaderAccess } from './reader-collector.ts';
import { ReaderConnection } from './reader-connection.ts';

/** Makes what takes cards on this page. */
export interface CardCollectorFactory {
  /** The reader that this browser has chosen. */
  reader: (access: ReaderAccess) => CardCollector;
  /** The form on the screen. */
  form: (publicKey: string) => CardForm;
}

const notLoaded = "Stripe's card form could not be loaded. Is the internet connection up?";

/** One connection for the life of the page, so that the next card finds its reader connected. */
const connection = new ReaderConnection(loadTerminal);

/** The reader and form of Stripe's software, unless a page is handed another factory. */
export const CardCollectorFactoryContext = createContext<CardCollectorFactory>({
  reader: (access) => readerCollector({ connection, ...access }),
  form: (publicKey) => new CardForm({ load: () => loadCardForm(publicKey), style: fieldStyle() }),
});

/** Stripe's software for card forms, from Stripe's own address, when it is first needed. @throws CardError where it cannot be loaded */
async function loadCardForm(publicKey: string): Promise<Stripe> {
  try {
    const { loadStripe } = await import('@stripe/stripe-js/pure');
    const stripe = await loadStripe(publicKey);
    if (stripe) return stripe;
  } catch {
    // The dialog shows the error, and another try loads the script again, because this loader does not remember failures.
  }
  throw new CardError(cardMessages.notCollected, notLoaded);
}

/** The style that Stripe's frame is handed, because the page's style sheets do not reach it. */
function fieldStyle() {
  const page = getComputedStyle(document.documentElement);
  const token = (name: string): string => page.getPropertyValue(name).trim();
  return { color: token('--ink'), placeholder: token('--muted'), fontSize: '16px', fontFamily: token('--font') };
}
