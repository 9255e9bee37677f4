import type { Logger } from 'pino';
import type { LiveMessageOf } from '@washdesk/contracts/live-topic';
import { fleetTopic, type FleetSite, type FleetSiteDetails, type SiteLine } from '@washdesk/contracts/sites/fleet';
import type { LeaseMessage, ReceivedAgentState, ReceivedDeviceState } from '@washdesk/site-protocol/envelope';
import { siteUnknown } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import type { LiveHub } from '../../../live/live-hub.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteLink, SiteObserver } from '../../../ports/site-link.ts';
import { fleetSites, lineOf, storeMinutes } from './fleet.store.ts';
import { minuteMs } from './minute-count.ts';
import { SiteRecord, type NamedSite } from './site-record.ts';

interface Options {
  db: Db;
  clock: Clock;
  log: Logger;
  live: Pick<LiveHub, 'deliver' | 'isWanted'>;
  link: Pick<SiteLink, 'connected'>;
  monotonic?: () => number;
}

type FleetMessage = LiveMessageOf<typeof fleetTopic>;

const tickMs = 1_000;
/** Vitals change with each lease; one message in this time is enough for the eye. */
const vitalsMs = 2_000;
const reloadMs = 30_000;

/**
 * The state of every site in this process's memory, from what the broker sends. No lease reaches the database; each minute one statement
 * stores the line of all sites (docs/decisions/0118-fleet-in-memory.md).
 */
export class FleetService implements SiteObserver {
  readonly #options: Options;
  readonly #monotonic: () => number;
  readonly #records = new Map<number, SiteRecord>();
  /** The last message of each kind that was delivered, as text. */
  readonly #shown = new Map<number, { site: string; vitals: string; at: number }>();
  #sites: NamedSite[] = [];
  #timer: NodeJS.Timeout | null = null;
  #loaded = -Infinity;
  /** The minute that is being counted, and whether this process was connected all the time. */
  #minute = { number: 0, whole: false };

  constructor(options: Options) {
    this.#options = options;
    this.#monotonic = options.monotonic ?? (() => performance.now());
  }

  agent(site: number, state: ReceivedAgentState): void {
    this.#record(site).takeAgent(state, this.#monotonic());
  }

  device(site: number, state: ReceivedDeviceState): void {
    this.#record(site).takeDevice(state);
  }

  lease(site: number, lease: LeaseMessage): void {
    this.#record(site).takeLease(lease, this.#monotonic());
  }

  revoked(site: number): void {
    this.#record(site).revoke();
  }

  start(): void {
    this.#inBackground(this.#load(), 'Sites not read, they are read again when they are asked for');
    this.#timer = setInterval(() => this.tick(), tickMs);
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  async list(): Promise<FleetSite[]> {
    await this.#loadIfEmpty();
    return this.#cards();
  }

  /** @throws Failure 404 `site_unknown` */
  async of(number: number): Promise<FleetSiteDetails> {
    const named = await this.#named(number);
    return { site: this.#card(named), timeZone: named.timeZone, ...this.#record(number).details() };
  }

  /** @throws Failure 404 `site_unknown` */
  async line(number: number, hours: number): Promise<SiteLine> {
    await this.#named(number);
    const since = new Date(this.#options.clock.now().getTime() - hours * 60 * minuteMs);
    return lineOf(this.#options.db, number, since, hours > 24 ? 10 : 1);
  }

  /** Returns every site that was read so far, without waiting. */
  known(): FleetSite[] {
    return this.#cards();
  }

  snapshot(): FleetMessage[] {
    return this.#cards().map((card) => ({ type: 'site', ...card }));
  }

  /** Delivers what has changed, and stores the line once a minute. */
  tick(): void {
    const { live } = this.#options;
    this.#count();
    const now = this.#monotonic();
    if (now - this.#loaded > reloadMs) this.#inBackground(this.#load(), 'Sites not read, the known ones are shown');
    for (const named of this.#sites) {
      const card = this.#card(named);
      if (live.isWanted(fleetTopic, named.site)) this.#deliver(card, now);
    }
  }

  #deliver(card: FleetSite, now: number): void {
    const { roundTripMs, leasesPercent, waiting, rosterConfirmed, ...rest } = card;
    const vitals = { roundTripMs, leasesPercent, waiting, rosterConfirmed };
    const texts = { site: JSON.stringify(rest), vitals: JSON.stringify(vitals) };
    const shown = this.#shown.get(card.site);
    if (shown?.site !== texts.site) this.#options.live.deliver(fleetTopic, { type: 'site', ...card });
    else if (shown.vitals !== texts.vitals && now - shown.at >= vitalsMs)
      this.#options.live.deliver(fleetTopic, { type: 'vitals', site: card.site, ...vitals });
    else return;
    this.#shown.set(card.site, { ...texts, at: now });
  }

  /** Ends a minute with the first tick of the next one. */
  #count(): void {
    const { db, clock, link } = this.#options;
    const connected = link.connected();
    const number = Math.floor(clock.now().getTime() / minuteMs);
    const { number: ended, whole } = this.#minute;
    if (number === ended) {
      this.#minute.whole &&= connected;
      return;
    }
    // a process begins in the middle of its first minute
    this.#minute = { number, whole: connected && ended > 0 };
    const minutes = this.#sites.flatMap(({ site }) => {
      const record = this.#records.get(site);
      return record?.hasAgent ? [{ site, ...record.count.take() }] : [];
    });
    if (whole) this.#inBackground(storeMinutes(db, new Date(ended * minuteMs), minutes), 'The line of a minute was not stored');
  }

  #cards(): FleetSite[] {
    return this.#sites.map((named) => this.#card(named));
  }

  #card(named: NamedSite): FleetSite {
    const { clock, link } = this.#options;
    return this.#record(named.site).card(named, link.connected(), { monotonic: this.#monotonic(), now: clock.now() });
  }

  #record(site: number): SiteRecord {
    const known = this.#records.get(site);
    if (known) return known;
    const record = new SiteRecord();
    this.#records.set(site, record);
    return record;
  }

  async #named(number: number): Promise<NamedSite> {
    const known = (): NamedSite | undefined => this.#sites.find(({ site }) => site === number);
    if (!known()) await this.#load();
    const named = known();
    if (!named) throw siteUnknown(number);
    return named;
  }

  async #loadIfEmpty(): Promise<void> {
    if (this.#sites.length === 0) await this.#load();
  }

  async #load(): Promise<void> {
    this.#loaded = this.#monotonic();
    this.#sites = await fleetSites(this.#options.db);
    const known = new Set(this.#sites.map(({ site }) => site));
    for (const site of this.#records.keys()) if (!known.has(site)) this.#records.delete(site);
  }

  #inBackground(work: Promise<void>, trouble: string): void {
    work.catch((error: unknown) => this.#options.log.warn({ err: error }, trouble));
  }
}
