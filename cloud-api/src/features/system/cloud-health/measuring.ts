import type { X509Certificate } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { FleetSite } from '@washdesk/contracts/sites/fleet';
import type { ServerMeasurements } from '@washdesk/rules/company/cloud-faults';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { MailHealth } from '../../../ports/mail-health.ts';
import type { PaymentsHealth } from '../../../ports/payments-health.ts';
import type { SiteLink } from '../../../ports/site-link.ts';
import { certificateEnds, type CertificateEnd } from './certificates.ts';
import { lastEventCreated } from './cloud-server.store.ts';
import { Probe } from './probe.ts';

export interface Measured {
  db: Db;
  clock: Clock;
  systemClock: Clock;
  log: Logger;
  sites: Pick<SiteLink, 'connected'>;
  fleet: () => readonly Pick<FleetSite, 'state' | 'rosterConfirmed'>[];
  paymentsHealth: PaymentsHealth;
  /** Whether the provider's events are received here. */
  receivesEvents: boolean;
  mail: MailHealth | null;
  siteCa: X509Certificate | null;
  brokerUrl: string;
  folders: readonly string[];
}

type Stripe = Pick<ServerMeasurements, 'stripe' | 'aheadOfStripeMs' | 'missedEvent'> & { failures: number };

const slowMs = 750;
/** After a slower answer the middle of the call says too little about the clocks. */
const exactMs = 2_000;
const hourMs = 3_600_000;
const rosterMs = 15 * 60_000;
/** A single failed call is repeated before it counts. */
const failuresThatCount = 2;
const stripeEveryMs = { works: 15_000, fails: 3_000 };
const mailEveryMs = { works: 30_000, fails: 5_000 };
const slowlyMs = 10_000;

/** What this server measures of itself and of what it uses (docs/rules/company.md#faults-of-the-cloud). */
export class Measuring {
  readonly #parts: Measured;
  readonly #started: Date;
  #brokerLost: string | null = null;
  #databaseSlow: string | null = null;
  readonly #stripe: Probe<Stripe>;
  readonly #mail: Probe<boolean>;
  readonly #disks: Probe<ServerMeasurements['disks']>;
  readonly #certificates: Probe<CertificateEnd[]>;

  constructor(parts: Measured) {
    const { log } = parts;
    this.#parts = parts;
    this.#started = parts.clock.now();
    this.#stripe = new Probe<Stripe>({
      read: () => this.#readStripe(),
      everyMs: ({ failures }) => (failures > 0 ? stripeEveryMs.fails : stripeEveryMs.works),
      // a process that only just started has other calls to make
      firstAfterMs: stripeEveryMs.works,
      first: { stripe: null, aheadOfStripeMs: null, missedEvent: null, failures: 0 },
      log,
      trouble: 'Stripe not checked, retrying',
    });
    this.#mail = new Probe<boolean>({
      read: async () => {
        await parts.mail?.check();
        return !parts.mail?.problem();
      },
      everyMs: (works) => (works ? mailEveryMs.works : mailEveryMs.fails),
      firstAfterMs: mailEveryMs.fails,
      first: true,
      log,
      trouble: 'The mail server was not checked, retrying',
    });
    this.#disks = new Probe<ServerMeasurements['disks']>({
      read: () => Promise.all(parts.folders.map(diskOf)),
      everyMs: () => slowlyMs,
      first: [],
      log,
      trouble: 'A disk was not checked, retrying',
    });
    this.#certificates = new Probe<CertificateEnd[]>({
      read: () => certificateEnds(parts.siteCa, parts.brokerUrl),
      everyMs: () => slowlyMs,
      first: [],
      log,
      trouble: 'Certificates not checked, retrying',
    });
  }

  async measure(): Promise<ServerMeasurements> {
    const { systemClock, clock, sites, fleet, mail } = this.#parts;
    const database = await this.#readDatabase();
    const at = systemClock.now().toISOString();
    this.#brokerLost = sites.connected() ? null : (this.#brokerLost ?? at);
    void this.#mail.value;
    const online = fleet().filter(({ state }) => state === 'online');
    const isBehind = (confirmed: string | null): boolean => confirmed !== null && clock.now().getTime() - Date.parse(confirmed) > rosterMs;
    const { stripe, aheadOfStripeMs, missedEvent } = this.#stripe.value;
    return {
      brokerLost: this.#brokerLost,
      ...database,
      stripe,
      aheadOfStripeMs,
      missedEvent,
      disks: this.#disks.value,
      certificates: this.#certificates.value,
      mail: mail?.problem() ?? null,
      sitesOnline: online.length,
      sitesBehind: online.filter(({ rosterConfirmed }) => isBehind(rosterConfirmed)).length,
    };
  }

  async #readDatabase(): Promise<Pick<ServerMeasurements, 'databaseMs' | 'databaseSlow' | 'aheadOfDatabaseMs'>> {
    const { db, systemClock } = this.#parts;
    const before = systemClock.now();
    const began = performance.now();
    const { rows } = await this.#orSlow(before, sql<{ now: Date }>`select clock_timestamp() as now`.execute(db));
    const took = performance.now() - began;
    this.#databaseSlow = took > slowMs ? (this.#databaseSlow ?? before.toISOString()) : null;
    const ahead = before.getTime() + took / 2 - rows[0]!.now.getTime();
    return {
      databaseMs: Math.round(took),
      databaseSlow: this.#databaseSlow,
      aheadOfDatabaseMs: took > exactMs ? null : Math.round(ahead),
    };
  }

  /** A call that fails for want of a connection is slow too: the next measurement that can be stored says so. */
  async #orSlow<T>(since: Date, call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (error) {
      this.#databaseSlow ??= since.toISOString();
      throw error;
    }
  }

  async #readStripe(): Promise<Stripe> {
    const { db, clock, systemClock, paymentsHealth, receivesEvents } = this.#parts;
    const last = this.#stripe.value;
    const now = clock.now();
    const after = (await lastEventCreated(db)) ?? this.#started;
    const { problem, aheadMs, event } = await paymentsHealth.probe({ after, before: new Date(now.getTime() - hourMs) });
    const failures = problem === null ? 0 : last.failures + 1;
    const since = last.stripe?.since ?? systemClock.now().toISOString();
    return {
      failures,
      stripe: problem !== null && failures >= failuresThatCount ? { since, reason: problem } : null,
      aheadOfStripeMs: aheadMs,
      missedEvent: receivesEvents && event ? event.toISOString() : null,
    };
  }
}

async function diskOf(folder: string): Promise<ServerMeasurements['disks'][number]> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return {
    folder,
    freePercent: blocks === 0 ? 100 : Math.round((bavail / blocks) * 1_000) / 10,
    freeMegabytes: Math.round((bavail * bsize) / 1_048_576),
  };
}
