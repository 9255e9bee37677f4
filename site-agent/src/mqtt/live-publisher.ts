import type { Logger } from 'pino';
import type { LiveEvent } from '@washdesk/site-protocol/envelope';
import { eventTopic } from '@washdesk/site-protocol/topics';
import type { Clock } from '../ports/clock.ts';
import type { SiteEvent } from '../ports/site-events.ts';
import type { BrokerLink } from './connection.ts';

/** Publishes site events live while connected and drops them otherwise. The health of devices is not live: Presence retains it. */
export class LivePublisher {
  readonly #broker: BrokerLink;
  readonly #site: number;
  readonly #clock: Clock;
  readonly #log: Logger;

  constructor(broker: BrokerLink, site: number, clock: Clock, log: Logger) {
    this.#broker = broker;
    this.#site = site;
    this.#clock = clock;
    this.#log = log;
  }

  publish({ kind, source, payload }: SiteEvent): void {
    if (kind === 'device' || kind === 'ignored-scan' || kind === 'held-end' || !this.#broker.connected) return;
    const event: LiveEvent = { v: 1, site: this.#site, kind, source, at: this.#clock.now().toISOString(), payload };
    this.#broker
      .publish(eventTopic(this.#site, kind, source), event, { qos: 0 })
      .catch((error: unknown) => this.#log.debug({ err: error, kind, source }, 'Live event lost'));
  }
}
