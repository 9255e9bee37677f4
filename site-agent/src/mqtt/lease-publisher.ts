import { leaseIntervalMs } from '@washdesk/site-protocol/timing';
import { leaseTopic } from '@washdesk/site-protocol/topics';
import type { Logger } from 'pino';
import type { BrokerLink } from './connection.ts';
import type { Leases } from './leases.ts';

/** Publishes a fresh lease on every connection and every two seconds after it. */
export class LeasePublisher {
  readonly #broker: BrokerLink;
  readonly #leases: Leases;
  readonly #topic: string;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;

  constructor(broker: BrokerLink, leases: Leases, site: number, log: Logger) {
    this.#broker = broker;
    this.#leases = leases;
    this.#topic = leaseTopic(site);
    this.#log = log;
    broker.onConnected(() => this.#publish());
  }

  start(): void {
    this.#timer = setInterval(() => this.#publish(), leaseIntervalMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #publish(): void {
    if (!this.#broker.connected) return;
    const lease = this.#leases.issue(performance.now());
    this.#broker
      .publish(this.#topic, { v: 1, lease }, { qos: 0 })
      .catch((error: unknown) => this.#log.debug({ err: error }, 'A lease was not sent; the next one follows'));
  }
}
