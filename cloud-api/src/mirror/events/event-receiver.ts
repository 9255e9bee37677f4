import type { Alert } from '../../common/alert.ts';
import { badField } from '../../common/failure.ts';
import type { Db } from '../../db/pool.ts';
import { ForgedEvent, UnreadableEvent, type PaymentEvents, type ProviderEvent, type UnknownEvent } from '../../ports/payment-events.ts';
import { storeEvent, storeUnknownEvent } from './provider-event.store.ts';

interface Parts {
  db: Db;
  events: PaymentEvents;
  alert: Alert;
  /** Called when an event is ready to be processed. */
  arrived: () => void;
}

/**
 * Stores an event and nothing more: the response is sent at once, the work follows. An event that cannot be parsed is stored byte by byte
 * and also accepted, because a redelivery could not be parsed either.
 * @throws Failure 400 `bad_signature` or `invalid_request`; a database error makes the provider deliver it again
 */
export function receiveEvents({ db, events, alert, arrived }: Parts): (body: Buffer, signature: string) => Promise<void> {
  const read = (body: Buffer, signature: string): ProviderEvent | UnknownEvent => {
    try {
      return events.read(body, signature);
    } catch (error) {
      if (error instanceof ForgedEvent) throw badField('Stripe-Signature', 'bad_signature', error.message);
      if (error instanceof UnreadableEvent) throw badField('body', 'invalid_request', error.message);
      throw error;
    }
  };
  return async (body, signature) => {
    const event = read(body, signature);
    if ('unknown' in event) {
      const hash = await storeUnknownEvent(db, body, event.unknown);
      alert('webhook.unknown', { hash }, 'Unknown Stripe event stored in unknown_event');
      return;
    }
    await storeEvent(db, event);
    arrived();
  };
}
