import type { FleetDevice, FleetSite, FleetSiteDetails } from '@washdesk/contracts/sites/fleet';
import { levelOf, silentAfterMs, type SiteState } from '@washdesk/rules/company/site-attention';
import { siteCauses } from '@washdesk/rules/company/site-causes';
import type { LeaseMessage, ReceivedAgentState, ReceivedDeviceState } from '@washdesk/site-protocol/envelope';
import { leaseIntervalMs } from '@washdesk/site-protocol/timing';
import { minuteMs, MinuteCount } from './minute-count.ts';

/** A site as the database names it. */
export interface NamedSite {
  site: number;
  name: string;
  timeZone: string;
  /** The version of its last agent; null if none was ever connected. */
  lastVersion: string | null;
  /** When the agent went offline; null while it is not offline, or never was online. */
  offlineSince: Date | null;
}

/** Leases that an agent publishes in a minute. */
export const leasesPerMinute = minuteMs / leaseIntervalMs;

/** A process's memory of one site. Times without `Date` are monotonic. */
export class SiteRecord {
  readonly count = new MinuteCount();
  #agent: ReceivedAgentState | null = null;
  readonly #devices = new Map<string, ReceivedDeviceState>();
  #lease: LeaseMessage | null = null;
  #heard = -Infinity;
  #revoked = false;
  #state: SiteState = 'never';
  #since: Date | null = null;

  takeAgent(state: ReceivedAgentState, now: number): void {
    this.#agent = state;
    this.#revoked = false;
    this.#heard = now;
    if (!state.online) return;
    const listed = new Set(state.devices.map(({ id }) => id));
    for (const id of this.#devices.keys()) if (!listed.has(id)) this.#devices.delete(id);
  }

  takeDevice(state: ReceivedDeviceState): void {
    this.#devices.set(state.id, state);
  }

  takeLease(lease: LeaseMessage, now: number): void {
    this.#lease = lease;
    this.#revoked = false;
    this.#heard = now;
    this.count.lease(lease.vitals ?? null, now);
  }

  revoke(): void {
    this.#revoked = true;
    this.#agent = null;
    this.#lease = null;
    this.#devices.clear();
  }

  get hasAgent(): boolean {
    return this.#agent !== null;
  }

  /** @param times the monotonic time, and the company's */
  card({ site, name, lastVersion, offlineSince }: NamedSite, connected: boolean, times: { monotonic: number; now: Date }): FleetSite {
    this.#follow(this.#stateAt(connected, lastVersion !== null, times.monotonic), times.now, offlineSince);
    const { vitals } = this.#lease ?? {};
    const isOnline = this.#state === 'online';
    const devices = this.#listedDevices();
    const since = this.#since?.toISOString() ?? null;
    const leasesPercent = isOnline ? this.count.percentOfLastMinute(times.monotonic) : null;
    const roundTripMs = isOnline ? (vitals?.roundTripMs ?? null) : null;
    const causes = siteCauses({
      state: this.#state,
      since,
      problems: this.#agent?.problems ?? [],
      devices,
      roundTripMs,
      leasesPercent,
      oldestWaiting: vitals?.waiting.oldest ?? null,
      now: times.now,
    });
    const sitewatch = devices.find(({ kind }) => kind === 'sitewatch');
    return {
      site,
      name,
      state: this.#state,
      since,
      level: levelOf(causes),
      causes,
      version: this.#agent?.version ?? lastVersion,
      devices: { all: devices.length, working: isOnline ? devices.filter(({ health }) => health === 'online').length : 0 },
      sitewatch: sitewatch ? (isOnline ? sitewatch.health : 'unknown') : null,
      roundTripMs,
      leasesPercent,
      waiting: vitals?.waiting ?? null,
      rosterConfirmed: vitals?.rosterConfirmed ?? this.#agent?.rosterConfirmed ?? null,
    };
  }

  details(): Pick<FleetSiteDetails, 'devices' | 'host' | 'rosterNumber' | 'configuration' | 'outage'> {
    return {
      devices: this.#listedDevices().map(({ id, kind, name, lane, health, reason, since }) => ({
        id,
        kind,
        name,
        lane,
        health,
        reason,
        since,
      })),
      host: this.#lease?.agent.host ?? null,
      rosterNumber: this.#agent?.roster ?? null,
      configuration: this.#agent?.configuration ?? null,
      outage: this.#agent?.outage ?? null,
    };
  }

  /** A broker that started again has no state of a site that is offline since before. */
  #stateAt(connected: boolean, hadAgent: boolean, monotonic: number): SiteState {
    if (this.#revoked) return 'revoked';
    if (!connected) return 'unknown';
    if (!this.#agent) return hadAgent ? 'offline' : 'never';
    if (!this.#agent.online) return 'offline';
    return monotonic - this.#heard > silentAfterMs ? 'silent' : 'online';
  }

  /** A process that starts finds an offline site so: since when is known by the database alone. */
  #follow(state: SiteState, now: Date, offlineSince: Date | null): void {
    if (state === this.#state) {
      this.#since ??= state === 'offline' ? offlineSince : null;
      return;
    }
    const isFound = this.#state === 'never' || this.#state === 'unknown';
    this.#state = state;
    this.#since = isFound ? (state === 'offline' ? offlineSince : null) : now;
  }

  /** Devices that the agent lists, in its order; one whose state has not arrived is unknown. */
  #listedDevices(): (FleetDevice & { fault?: string | null | undefined })[] {
    return (this.#agent?.devices ?? []).flatMap(({ id }) => {
      const state = this.#devices.get(id);
      return state ? [state] : [];
    });
  }
}
