import type { Db } from '../../db/pool.ts';
import { Failure } from '../../common/failure.ts';
import { ForgedEvent, type PaymentEvents, type ProviderEvent } from '../../ports/payment-events.ts';
import { storeEvent } from './provider-event.store.ts';

interface Parts {
  db: Db;
  events: PaymentEvents;
  /** Called when an event was stored. */
  arrived: () => void;
}

/**
 * Stores an event and no more: the answer is sent at once, the work comes later.
 * @throws Failure 400 `bad_signature`; an error of the database makes the provider deliver it again
 */
export function receiveEvents({ db, events, arrived }: Parts): (body: Buffer, signature: string) => Promise<void> {
  const read = (body: Buffer, signature: string): ProviderEvent => {
    try {
      return events.read(body, signature);
    } catch (error) {
      if (error instanceof ForgedEvent) throw new Failure(400, 'bad_signature', error.message);
      throw error;
    }
  };
  return async (body, signature) => {
    await storeEvent(db, read(body, signature));
    arrived();
  };
}
