import type { Logger } from 'pino';
import type { SiteVitals } from '@washdesk/site-protocol/envelope';
import { leaseIntervalMs } from '@washdesk/site-protocol/timing';
import { leaseTopic } from '@washdesk/site-protocol/topics';
import { steadyNow } from '../actions/steady-clock.ts';
import type { BrokerLink } from './connection.ts';
import type { Leases } from './leases.ts';

export interface LeasePublisherOptions {
  broker: BrokerLink;
  leases: Leases;
  /** The id of the journal that stores commands now. */
  journal: () => string;
  /** This run of the agent, and its computer. */
  agent: { boot: string; host: string };
  vitals: () => SiteVitals;
  site: number;
  log: Logger;
}

/** Publishes a new lease on every connection and every two seconds. */
export class LeasePublisher {
  readonly #broker: BrokerLink;
  readonly #leases: Leases;
  readonly #journal: () => string;
  readonly #agent: { boot: string; host: string };
  readonly #vitals: () => SiteVitals;
  readonly #topic: string;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;

  constructor({ broker, leases, journal, agent, vitals, site, log }: LeasePublisherOptions) {
    this.#broker = broker;
    this.#leases = leases;
    this.#journal = journal;
    this.#agent = agent;
    this.#vitals = vitals;
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
    const lease = this.#leases.issue(steadyNow());
    this.#broker
      .publish(this.#topic, { v: 1, lease, journal: this.#journal(), agent: this.#agent, vitals: this.#vitals() }, { qos: 0 })
      .catch((error: unknown) => this.#log.debug({ err: error }, 'Lease not sent; the next one follows'));
  }
}
