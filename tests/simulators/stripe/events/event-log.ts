import type { Store } from '../state/store.ts';
import { wireView } from '../views/view.ts';
import type { WireObject } from '../wire/wire-object.ts';
import type { Deliveries } from './deliveries.ts';
import type { Cause } from './event.ts';
import { isSubscribedTo } from './webhook-endpoint.ts';

const keptForSeconds = 30 * 86_400;
const theCalendar: Cause = { id: null, idempotency_key: null };

interface EventLogParts {
  store: Store;
  deliveries: Deliveries;
  newId(prefix: string): string;
  now(): number;
}

/**
 * Creates an event for every change and passes it to the deliveries. Events expire after 30 days, as at Stripe, unless they are still
 * undelivered: when the clock jumps, their receivers have not waited a month.
 */
export class EventLog {
  readonly #parts: EventLogParts;
  /** Ids and times of all events, oldest first. */
  readonly #ages: Map<string, number>;
  #cause = theCalendar;

  constructor(parts: EventLogParts) {
    this.#parts = parts;
    const oldestFirst = parts.store.list('event').toReversed();
    this.#ages = new Map(oldestFirst.map(({ id, created }) => [id, created]));
  }

  /** Attributes the events that `run` emits to a request. `run` must be synchronous. */
  causedBy<T>(cause: Cause, run: () => T): T {
    this.#cause = cause;
    try {
      return run();
    } finally {
      this.#cause = theCalendar;
    }
  }

  /** @see Sandbox.emit */
  emit(type: string, objectId: string, previous?: Record<string, unknown>): void {
    const { store, deliveries, newId, now } = this.#parts;
    const object = store.find(objectId);
    if (!object) throw new Error(`Object ${objectId} of event ${type} not found`);
    const data = JSON.stringify(dataOf(wireView(store, object), previous));
    const endpoints = store.list('webhook_endpoint').filter((endpoint) => isSubscribedTo(endpoint, type));
    const pendingFor = deliveries.withoutLost(endpoints.map(({ id }) => id));
    const event = { id: newId('evt'), object: 'event' as const, created: now(), type, request: this.#cause, data, pendingFor };
    store.put(event);
    this.#ages.set(event.id, event.created);
    this.#forgetOld(event.created);
    for (const endpoint of pendingFor) deliveries.start(event.id, endpoint);
  }

  #forgetOld(now: number): void {
    for (const [id, created] of this.#ages) {
      if (now - created <= keptForSeconds) return;
      this.#ages.delete(id);
      if (isUnderWay(this.#parts.store, id)) this.#ages.set(id, now);
      else this.#parts.store.remove(id);
    }
  }
}

const isUnderWay = (store: Store, id: string): boolean => (store.get('event', id)?.pendingFor.length ?? 0) > 0;

/** The simulator's private fields are omitted from the previous values too. */
function dataOf(object: WireObject, previous: Record<string, unknown> | undefined): Record<string, unknown> {
  if (!previous) return { object };
  return { object, previous_attributes: Object.fromEntries(Object.entries(previous).filter(([key]) => key in object)) };
}
