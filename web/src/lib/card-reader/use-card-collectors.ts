import type { Stripe } from '@stripe/stripe-js';
import { connectionToken } from '@washdesk/contracts/sites/terminal';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { api } from '../api/api.ts';
import { isCallFailure, messageOf } from '../api/call-failure.ts';
import { fromContract } from '../api/contract-call.ts';
import { useConfigQuery, useLazyReadersQuery } from '../startup-api.ts';
import { noTerminal, selectWorkplace } from '../workplace.ts';
import { CardForm } from './card-form.ts';
import type { CardCollector } from './card-collector.ts';
import { CardError, cardMessages } from './card-error.ts';
import { loadTerminal } from './load-terminal.ts';
import { ReaderConnection } from './reader-connection.ts';
import { readerCollector } from './reader-collector.ts';

const notLoaded = "Stripe's card form could not be loaded. Is the internet connection up?";

const cardReaderApi = api.injectEndpoints({ endpoints: (build) => ({ connectionToken: build.mutation(fromContract(connectionToken)) }) });

const { useConnectionTokenMutation } = cardReaderApi;

/** One connection for the life of the page, so that the next card finds its reader connected. */
const connection = new ReaderConnection(loadTerminal);

export interface CardCollectors {
  /** What takes cards here: the reader that this browser has chosen, else the form. */
  chosen: CardCollector;
  /** The form on the screen, also for a card that a reader fails to take. */
  form: CardForm;
}

export function useCardCollectors(): CardCollectors {
  const reader = useReader();
  const form = useCardForm();
  return { chosen: reader ?? form, form };
}

function useReader(): CardCollector | null {
  const { locationId, readerId } = useSelector(selectWorkplace);
  const [listReaders] = useLazyReadersQuery();
  const [fetchToken] = useConnectionTokenMutation();
  return useMemo(() => {
    if (!locationId || !readerId || readerId === noTerminal) return null;
    return readerCollector({
      connection,
      chosenReader: async () => {
        const { data, error } = await listReaders({ query: { location: locationId } }, true);
        if (!data) throw new CardError(cardMessages.notFound, messageOf(error), isCallFailure(error) ? error.requestId : '');
        const reader = data.readers.find(({ id }) => id === readerId);
        if (!reader) throw new CardError(cardMessages.notFound);
        return { location: locationId, serialNumber: reader.serial_number };
      },
      fetchToken: async () => (await fetchToken().unwrap()).secret,
    });
  }, [locationId, readerId, listReaders, fetchToken]);
}

function useCardForm(): CardForm {
  const { data } = useConfigQuery();
  const publicKey = data?.publicKey ?? '';
  return useMemo(() => new CardForm({ load: () => loadCardForm(publicKey), style: fieldStyle() }), [publicKey]);
}

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
