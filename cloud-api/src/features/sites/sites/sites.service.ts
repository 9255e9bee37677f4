import type { Logger } from 'pino';
import type { DurableEvent, ReceivedAgentState, ReceivedDeviceState } from '@washdesk/site-protocol/envelope';
import { durableEvents, type ReceivedPayload } from '@washdesk/site-protocol/events';
import type { Alert } from '../../../common/alert.ts';
import type { ErasedCodes } from '../../../db/erased-codes.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { passNumbersOfFormerCloud } from '../../../mirror/projection/roster.store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { LiveReport, SiteReports } from '../../../ports/site-link.ts';
import { handleEvent, type EventServices } from './events.ts';
import type { FaultChange } from './fault-changes.ts';
import { storeDeviceFault } from './faults.store.ts';
import { advanceJournal, lockJournal } from './journal.store.ts';
import { publishDevices } from './live-devices.ts';
import { devicesOf, isRevoked, siteRow, storeAgentState, storeDeviceState, type SiteDevice } from './sites.store.ts';
import { handleKeptEvents, keepUnknownEvent } from './unknown-event.store.ts';

export interface SiteListeners {
  /** Called when an agent comes online or restarts. */
  online(site: number): Promise<void>;
  device(site: number, state: ReceivedDeviceState): void;
  live(report: LiveReport): void;
}

/** Stores reports of sites (presence, devices, durable events) and notifies the listeners. */
export class SitesService implements SiteReports {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #alert: Alert;
  readonly #listeners: SiteListeners;
  readonly #erasedCodes: ErasedCodes;
  readonly #services: EventServices;

  constructor(options: { db: Db; clock: Clock; log: Logger; alert: Alert; listeners: SiteListeners } & EventServices) {
    this.#alert = options.alert;
    this.#db = options.db;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#listeners = options.listeners;
    this.#erasedCodes = options.erasedCodes;
    this.#services = options;
  }

  async agent(site: number, state: ReceivedAgentState): Promise<void> {
    if (!(await this.#known(site))) return;
    const stored = await this.#db.transaction().execute(async (tx) => {
      // received before the revocation: stored after it, the site would stay online
      if (await isRevoked(tx, site)) return null;
      await passNumbersOfFormerCloud(tx, state.roster);
      const change = await storeAgentState(tx, site, state, this.#clock.now());
      if (change.switched) await publishDevices(tx, site);
      return change;
    });
    if (!stored) return;
    const { cameOnline, problems } = stored;
    this.#log.info({ site, online: state.online, version: state.version, outage: state.outage }, 'Agent state received');
    for (const { code, change } of problems) {
      const sentence = state.problems.find((problem) => problem.code === code)?.sentence ?? 'The agent of this site isn’t connected';
      this.#reportFault(change, { kind: `site.${code}`, about: { site }, sentence });
    }
    if (cameOnline) await this.#listeners.online(site);
  }

  async device(site: number, state: ReceivedDeviceState): Promise<void> {
    if (!(await this.#known(site))) return;
    const change = await this.#db.transaction().execute(async (tx) => {
      if (!(await storeDeviceState(tx, site, state))) return null;
      await publishDevices(tx, site, state.id);
      return storeDeviceFault(tx, site, state, this.#clock.now());
    });
    const { id, name, fault } = state;
    if (change) this.#reportFault(change, { kind: 'site.device', about: { site, device: id }, sentence: `${name}: ${fault}` });
    this.#listeners.device(site, state);
  }

  /**
   * Stores the next event of its journal. An earlier one is acknowledged again; one after a gap is not stored. If the journal has only
   * later events (this database was restored from a backup), continues with the oldest of them. An event unknown to this release is kept
   * and acknowledged, so that it does not block the next ones (docs/decisions/0041-reading-later-releases.md).
   */
  async durable(event: DurableEvent): Promise<number | null> {
    if (!(await this.#known(event.site))) return null;
    const { stored, isNew } = await this.#db.transaction().execute(async (tx) => {
      const last = await lockJournal(tx, event.site, event.journal);
      if (event.seq !== Math.max(last + 1, event.first)) return { stored: last, isNew: false };
      if (!(await this.#handle(tx, event))) await this.#keepUnknown(tx, event);
      await advanceJournal(tx, event.site, event.journal, event.seq);
      return { stored: event.seq, isNew: true };
    });
    if (isNew) this.#report(event);
    return stored;
  }

  /** Handles events whose kind an earlier release did not support. Called at startup. */
  async handleKept(): Promise<void> {
    await handleKeptEvents(this.#db, this.#handle, (error) => this.#log.error({ err: error }, 'Handling a kept site event failed'));
  }

  live(report: LiveReport): void {
    this.#listeners.live(report);
  }

  secondAgent(site: number, serving: string, refused: string): void {
    this.#alert(
      'site.two-agents',
      { site, serving, refused },
      `Two agents are running for this site: ${serving} serves it, ${refused} is rejected`,
    );
  }

  /** Returns gates, readers and printers of a site, as far as it has reported them. */
  devices(site: number): Promise<SiteDevice[]> {
    return devicesOf(this.#db, site);
  }

  async timeZoneOf(site: number): Promise<string> {
    const row = await siteRow(this.#db, site);
    if (!row) throw new Error(`Site ${site} isn’t known`);
    return row.time_zone;
  }

  readonly #handle = (tx: Tx, event: DurableEvent): Promise<boolean> => handleEvent(tx, event, this.#services);

  /** Alerts a fault once, and logs its end and its return. */
  #reportFault(change: FaultChange, { kind, about, sentence }: { kind: string; about: Parameters<Alert>[1]; sentence: string }): void {
    if (change === 'cleared') this.#log.info({ cleared: kind, ...about }, 'Fault cleared');
    else if (change === 'reopened') this.#log.warn({ reopened: kind, ...about }, sentence);
    else this.#alert(kind, about, change === 'raised' ? sentence : `Unstable: it fails again and again. ${sentence}`);
  }

  /** Reports an event to IT that a person has to check. */
  #report({ site, kind, payload }: DurableEvent): void {
    if (kind === 'sitewatch-restored') {
      const { until = null } = durableEvents[kind].safeParse(payload).data ?? {};
      this.#alert(
        'site.sitewatch-restored',
        { site, until },
        'This Sitewatch was restored from a backup. Members and washes are written again; check gift cards that were used since then',
      );
    }
    if (kind === 'update') this.#reportUpdate(site, durableEvents[kind].safeParse(payload).data);
    if (kind === 'configuration') this.#reportConfiguration(site, durableEvents[kind].safeParse(payload).data);
    if (kind === 'events-damaged') {
      const damaged = durableEvents[kind].safeParse(payload).data;
      if (!damaged) return;
      this.#alert(
        'site.events-damaged',
        { site, ...damaged },
        'Events of this site were damaged on the disk of its computer, so their content is unknown. Check the disk, and the washes of that time',
      );
    }
    if (kind === 'events-dropped') {
      const dropped = durableEvents[kind].safeParse(payload).data;
      if (!dropped) return;
      this.#alert(
        'site.events-dropped',
        { site, event: dropped.kind, count: dropped.count, since: dropped.since, until: dropped.until },
        'The site was without the cloud for too long: its journal was full, and the oldest events of this kind were dropped',
      );
    }
  }

  #reportUpdate(site: number, update: ReceivedPayload<'update'> | undefined): void {
    if (update?.outcome !== 'refused' && update?.outcome !== 'rolled-back') return;
    const { version, outcome, reason } = update;
    const sentence =
      outcome === 'refused' ? `The agent refuses version ${version}` : `Version ${version} failed at this site and was rolled back`;
    const text = reason === null ? sentence : `${sentence}: ${reason}`;
    this.#alert('site.update', { site, version, outcome, reason }, `${text}. A running rollout of it is paused`);
  }

  #reportConfiguration(site: number, result: ReceivedPayload<'configuration'> | undefined): void {
    if (result?.outcome !== 'refused' && result?.outcome !== 'rolled-back') return;
    const { version, outcome, problems } = result;
    const reason = problems[0]?.sentence ?? null;
    const sentence =
      outcome === 'refused'
        ? `The site refuses version ${version} of its configuration`
        : `Version ${version} of the configuration failed at this site and was rolled back`;
    this.#alert('site.configuration', { site, version, outcome, reason }, reason === null ? sentence : `${sentence}: ${reason}`);
  }

  async #keepUnknown(tx: Tx, event: DurableEvent): Promise<void> {
    const payload = await this.#erasedCodes.withoutErased(tx, event.payload, new Date(event.at));
    await keepUnknownEvent(tx, { ...event, payload });
    const { site, kind, seq } = event;
    this.#alert('site.unknown-event', { site, event: kind, seq }, 'Unknown site event stored in unknown_site_event for a later release');
  }

  async #known(site: number): Promise<boolean> {
    const row = await siteRow(this.#db, site);
    if (!row) this.#log.warn({ site }, 'Report of an unknown site ignored');
    return row !== undefined;
  }
}
