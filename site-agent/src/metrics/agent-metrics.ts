import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CommandOutcome } from '../actions/command-dispatcher.ts';
import type { SiteProblems } from '../actions/site-problems.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../ports/clock.ts';
import type { SiteEvents } from '../ports/site-events.ts';

export interface AgentMetricsOptions {
  version: string;
  journal: Pick<Journal, 'outbox' | 'roster'>;
  problems: Pick<SiteProblems, 'all'>;
  /** Knows the connection to the cloud’s broker. */
  outage: { readonly connection: { connected: boolean } };
  events: Pick<SiteEvents, 'subscribe'>;
  answers: { readonly roundTripMs: number | null };
  clock: Clock;
}

/** The agent's metrics in the text format of Prometheus. Labels are devices of the configuration and commands of the catalog. */
export class AgentMetrics {
  readonly #registry = new Registry();
  readonly #options: AgentMetricsOptions;
  readonly #connected = this.#gauge('washdesk_broker_connected', '1 while connected to the broker of the cloud');
  readonly #waiting = this.#gauge('washdesk_events_waiting', 'Events that the cloud has not acknowledged');
  readonly #bytes = this.#gauge('washdesk_events_waiting_bytes', 'Size of the events that wait');
  readonly #most = this.#gauge('washdesk_events_waiting_limit_bytes', 'Most that may wait before the oldest are dropped');
  readonly #roundTrip = this.#gauge('washdesk_round_trip_seconds', 'From the last lease to the response of the cloud');
  readonly #rosterAge = this.#gauge('washdesk_roster_age_seconds', 'Since the cloud last confirmed that the roster was complete');
  readonly #problems = this.#gauge('washdesk_problems', 'Problems of the site besides those of devices');
  readonly #device = new Gauge({
    name: 'washdesk_device_up',
    help: '1 while a device responds without a fault',
    labelNames: ['device', 'kind'],
    registers: [this.#registry],
  });
  readonly #commands = new Counter({
    name: 'washdesk_commands_total',
    help: 'Commands from all sources by outcome',
    labelNames: ['command', 'outcome'],
    registers: [this.#registry],
  });

  readonly #times = new Histogram({
    name: 'washdesk_command_duration_seconds',
    help: 'Commands from all sources, from their arrival to their outcome',
    labelNames: ['command'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 1, 3],
    registers: [this.#registry],
  });
  readonly #decisions = new Counter({
    name: 'washdesk_lane_decisions_total',
    help: 'Cars that a lane decided about, by reason',
    labelNames: ['lane', 'reason'],
    registers: [this.#registry],
  });

  constructor(options: AgentMetricsOptions) {
    this.#options = options;
    collectDefaultMetrics({ register: this.#registry });
    const info = new Gauge({ name: 'washdesk_agent_info', help: 'The version', labelNames: ['version'], registers: [this.#registry] });
    info.set({ version: options.version }, 1);
    options.events.subscribe((event) => {
      if (event.kind === 'decision') this.#decisions.inc({ lane: event.payload.lane, reason: event.payload.reason });
      if (event.kind !== 'device') return;
      const { device, health } = event.payload;
      this.#device.set({ device: device.id, kind: device.kind }, health.status === 'ready' ? 1 : 0);
    });
  }

  /** @param command its name in the catalog; null for an unknown one */
  executed(command: string | null, outcome: CommandOutcome, ms: number): void {
    this.#times.observe({ command: command ?? 'unknown' }, ms / 1_000);
    this.#commands.inc({ command: command ?? 'unknown', outcome: outcome.ok ? 'ok' : outcome.code });
  }

  text(): Promise<string> {
    const { journal, problems, outage, answers, clock } = this.#options;
    const { usedBytes, maxBytes } = journal.outbox.space();
    this.#connected.set(outage.connection.connected ? 1 : 0);
    this.#waiting.set(journal.outbox.waiting().events);
    this.#bytes.set(usedBytes);
    this.#most.set(maxBytes);
    if (answers.roundTripMs !== null) this.#roundTrip.set(answers.roundTripMs / 1_000);
    if (journal.roster.confirmed) this.#rosterAge.set((clock.now().getTime() - journal.roster.confirmed.getTime()) / 1_000);
    this.#problems.set(problems.all().length);
    return this.#registry.metrics();
  }

  #gauge(name: string, help: string): Gauge {
    return new Gauge({ name, help, registers: [this.#registry] });
  }
}
