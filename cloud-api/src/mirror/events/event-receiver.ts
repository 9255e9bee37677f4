import type { Alert } from '../../common/alert.ts';
import { badField } from '../../common/failure.ts';
import type { Db, Tx } from '../../db/pool.ts';
import { raiseAlert } from '../../jobs/alert.store.ts';
import type { Clock } from '../../ports/clock.ts';
import { ForgedEvent, UnreadableEvent, type PaymentEvents, type ProviderEvent, type UnknownEvent } from '../../ports/payment-events.ts';
import { enqueueAlarm } from '../later-changes.store.ts';
import type { OnProviderEvent } from '../mirror-parts.ts';
import { storeEvent, storeUnknownEvent, unknownEvents } from './provider-event.store.ts';

interface Parts {
  db: Db;
  events: PaymentEvents;
  clock: Clock;
  alert: Alert;
  /** Called when an event is ready to be processed, and jobs may have been added. */
  arrived: () => void;
  /** What features do at an event, in the transaction that stores it. */
  listeners: readonly OnProviderEvent[];
}

/**
 * Stores an event and nothing more: the response is sent at once, the work follows. An event that cannot be parsed is stored byte by byte
 * and also accepted, because a redelivery could not be parsed either. An event of an unknown kind is stored the same way, once. An event
 * that asks a person to act enqueues its job.
 * @throws Failure 400 `bad_signature` or `invalid_request`; a database error makes the provider deliver it again
 */
export function receiveEvents({ db, clock, events, alert, arrived, listeners }: Parts): (body: Buffer, signature: string) => Promise<void> {
  const read = (body: Buffer, signature: string): ProviderEvent | UnknownEvent => {
    try {
      return events.read(body, signature);
    } catch (error) {
      if (error instanceof ForgedEvent) throw badField('Stripe-Signature', 'bad_signature', error.message);
      if (error instanceof UnreadableEvent) throw badField('body', 'invalid_request', error.message);
      throw error;
    }
  };
  const take = async (tx: Tx, event: ProviderEvent, body: Buffer): Promise<void> => {
    if (!(await storeEvent(tx, event))) return;
    for (const onEvent of listeners) await onEvent(tx, event);
    if (event.alarm) await enqueueAlarm(tx, event, event.alarm, clock.now());
    if (!event.known) await keepUnknownKind(tx, event, body);
  };
  const keepUnknownKind = async (tx: Tx, { type }: ProviderEvent, body: Buffer): Promise<void> => {
    const problem = `unknown kind ${type}`;
    const hash = await storeUnknownEvent(tx, body, problem);
    const count = (await unknownEvents(tx, problem))[0]?.count ?? 0;
    alert('webhook.unknown-kind', { hash, type, count }, 'Stripe event of an unknown kind stored in unknown_event');
    const reason = `Stripe sends events of a kind that this release doesn’t know: ${type}. IT finds them in unknown_event`;
    await raiseAlert(tx, { key: `event-kind:${type}`, site: null, customer: null, reason, created: clock.now() });
  };
  return async (body, signature) => {
    const event = read(body, signature);
    if ('unknown' in event) {
      const hash = await storeUnknownEvent(db, body, event.unknown);
      alert('webhook.unknown', { hash }, 'Unknown Stripe event stored in unknown_event');
      return;
    }
    await db.transaction().execute((tx) => take(tx, event, body));
    arrived();
  };
}
