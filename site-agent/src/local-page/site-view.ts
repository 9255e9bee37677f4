import { hostname } from 'node:os';
import type { DurablePayload } from '@washdesk/site-protocol/events';
import type { LocalTrace, LocalDevice, LocalRole, LocalView } from '@washdesk/site-protocol/local-page';
import type { CloudTime } from '../actions/cloud-time.ts';
import type { SiteProblems } from '../actions/site-problems.ts';
import { steadyNow } from '../actions/steady-clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../ports/clock.ts';
import type { DeviceIdentity } from '../ports/device.ts';
import type { SiteEvent, SiteEvents } from '../ports/site-events.ts';
import type { RecentLog } from './recent-log.ts';

export interface SiteViewOptions {
  site: LocalView['site'];
  version: string;
  /** The address of the register's screens. */
  app: string;
  devices: readonly DeviceIdentity[];
  probes: { has: (device: string) => boolean };
  events: Pick<SiteEvents, 'subscribe'>;
  traces: { onTrace: (listener: (trace: DurablePayload<'trace'>) => void) => void };
  problems: Pick<SiteProblems, 'all'>;
  journal: Pick<Journal, 'id' | 'outbox' | 'roster'>;
  cloudTime: Pick<CloudTime, 'skewMs'>;
  /** Knows the connection to the cloud’s broker. */
  outage: { readonly connection: { connected: boolean; since: string } };
  recentLog: RecentLog;
  clock: Clock;
}

const mostTags = 5;
const mostTraces = 8;

/** What the local page shows: the devices and the last events of the site, from the site event bus. */
export class SiteView {
  readonly #options: SiteViewOptions;
  readonly #devices: ReadonlyMap<string, LocalDevice>;
  readonly #lanes = new Map<number | null, LocalTrace[]>();
  readonly #startedAt: string;

  constructor(options: SiteViewOptions) {
    this.#options = options;
    const since = options.clock.now().toISOString();
    this.#startedAt = since;
    this.#devices = new Map(
      options.devices.map((device) => {
        const canProbe = options.probes.has(device.id);
        return [device.id, { ...device, status: 'connecting', problem: null, since, canProbe, gate: null, tags: [] }];
      }),
    );
    options.events.subscribe((event) => this.#take(event));
    options.traces.onTrace((trace) => this.#traced(trace));
  }

  /** @param logFrom the number of the first log line to return */
  of(role: LocalRole, logFrom: number): LocalView {
    const { site, version, app, problems, journal, cloudTime, outage, recentLog } = this.#options;
    const { usedBytes, maxBytes, hoursLeft } = journal.outbox.space();
    return {
      role,
      site,
      now: this.#now(),
      clockMs: steadyNow(),
      journal: journal.id,
      agent: { version, since: this.#startedAt, host: hostname() },
      cloud: { ...outage.connection, app, clockSkewMs: cloudTime.skewMs() },
      roster: { number: journal.roster.seq, confirmed: journal.roster.confirmed?.toISOString() ?? null },
      space: { usedBytes, maxBytes, hoursLeft },
      problems: problems
        .all()
        .map(({ code, sentence, cause }) => ({ code, sentence: cause && role === 'it' ? `${sentence}: ${cause}` : sentence })),
      // causes are for IT
      devices: [...this.#devices.values()].map((device) => (role === 'it' ? device : { ...device, problem: null })),
      lanes: this.#lanesFor(role),
      log: role === 'it' ? recentLog.from(logFrom) : null,
    };
  }

  #now(): string {
    return this.#options.clock.now().toISOString();
  }

  #take({ kind, source, payload }: SiteEvent): void {
    const device = this.#devices.get(source);
    if (!device) return;
    if (kind === 'device') {
      const { status, problem = null } = payload.health;
      if (status !== device.status) device.since = this.#now();
      Object.assign(device, { status, problem });
    } else if (kind === 'gate') device.gate = payload;
    else if (kind === 'tag') {
      const { tag, antenna, lane, rssi } = payload;
      device.tags = [{ tag, antenna, lane, rssi, at: this.#now() }, ...device.tags].slice(0, mostTags);
    }
  }

  #lanesFor(role: LocalRole): LocalView['lanes'] {
    const shown = (trace: LocalTrace): LocalTrace => (role === 'it' ? trace : { ...trace, hops: [] });
    return [...this.#lanes]
      .map(([lane, traces]) => ({ lane, traces: traces.map((trace) => shown(trace)) }))
      .toSorted((a, b) => (a.lane ?? Infinity) - (b.lane ?? Infinity));
  }

  #traced({ lane, id, began, code, command, outcome, reason, hops }: DurablePayload<'trace'>): void {
    const trace = { id, began, code, command, outcome, reason, hops };
    this.#lanes.set(lane, [trace, ...(this.#lanes.get(lane) ?? [])].slice(0, mostTraces));
  }
}
