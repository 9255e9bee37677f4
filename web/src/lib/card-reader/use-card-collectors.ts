import { use, useMemo } from 'react';
import { useSelector } from 'react-redux';
import { connectionToken } from '@washdesk/contracts/sites/terminal';
import { api } from '../api/api.ts';
import { isCallFailure, messageOf } from '../api/call-failure.ts';
import { fromContract } from '../api/contract-call.ts';
import { useConfigQuery, useLazyReadersQuery } from '../startup-api.ts';
import { noTerminal, selectWorkplace } from '../workplace.ts';
import { CardCollectorFactoryContext } from './card-collector-factory.ts';
import type { CardCollector } from './card-collector.ts';
import { CardError, cardMessages } from './card-error.ts';
import type { CardForm } from './card-form.ts';

const cardReaderApi = api.injectEndpoints({ endpoints: (build) => ({ connectionToken: build.mutation(fromContract(connectionToken)) }) });

const { useConnectionTokenMutation } = cardReaderApi;

export interface CardCollectors {
  /** The reader chosen in this browser, or the form. */
  chosen: CardCollector;
  /** The form on the screen, also used when a reader fails. */
  form: CardForm;
}

export function useCardCollectors(): CardCollectors {
  const reader = useReader();
  const form = useCardForm();
  return { chosen: reader ?? form, form };
}

function useReader(): CardCollector | null {
  const factory = use(CardCollectorFactoryContext);
  const { locationId, readerId } = useSelector(selectWorkplace);
  const [listReaders] = useLazyReadersQuery();
  const [fetchToken] = useConnectionTokenMutation();
  return useMemo(() => {
    if (!locationId || !readerId || readerId === noTerminal) return null;
    return factory.reader({
      chosenReader: async () => {
        const { data, error } = await listReaders({ query: { location: locationId } }, true);
        if (!data) throw new CardError(cardMessages.notFound, messageOf(error), isCallFailure(error) ? error.requestId : '');
        const reader = data.readers.find(({ id }) => id === readerId);
        if (!reader) throw new CardError(cardMessages.notFound);
        return { location: locationId, serialNumber: reader.serial_number };
      },
      fetchToken: async () => (await fetchToken().unwrap()).secret,
    });
  }, [factory, locationId, readerId, listReaders, fetchToken]);
}

function useCardForm(): CardForm {
  const factory = use(CardCollectorFactoryContext);
  const { data } = useConfigQuery();
  const publicKey = data?.publicKey ?? '';
  return useMemo(() => factory.form(publicKey), [factory, publicKey]);
}
