import type { Logger } from 'pino';
import type { Unsubscribe } from './ports/device.ts';
import type { SiteEvent, SiteEvents } from './ports/site-events.ts';

/** Hands each event to all subscribers. One that fails is logged and holds up neither the others nor the device that published. */
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
        this.#log.error({ err: error, kind: event.kind, source: event.source }, 'A subscriber failed on a site event');
      }
    }
  }

  subscribe(listener: (event: SiteEvent) => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
