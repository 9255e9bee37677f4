import type { Logger } from 'pino';
import type { Unsubscribe } from './ports/device.ts';
import type { SiteEvent, SiteEvents } from './ports/site-events.ts';

/** Passes each event to all subscribers. A failing one is logged and blocks neither the others nor the publishing device. */
export class SiteEventBus implements SiteEvents {
  readonly #listeners = new Set<(event: SiteEvent) => void>();
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  publish(event: SiteEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#log.error({ err: error, kind: event.kind, source: event.source }, 'Subscriber failed on a site event');
      }
    }
  }

  subscribe(listener: (event: SiteEvent) => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
