import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { CommandOutcome } from '../actions/command-dispatcher.ts';
import type { SiteProblems } from '../actions/site-problems.ts';
import type { Journal } from '../journal/journal.ts';
import type { SiteEvents } from '../ports/site-events.ts';

export interface AgentMetricsOptions {
  version: string;
  journal: Pick<Journal, 'outbox'>;
  problems: Pick<SiteProblems, 'all'>;
  /** Knows the connection to the cloud’s broker. */
  outage: { readonly connection: { connected: boolean } };
  events: Pick<SiteEvents, 'subscribe'>;
}

/** The agent's metrics in the text format of Prometheus. Labels are devices of the configuration and commands of the catalog. */
export class AgentMetrics {
  readonly #registry = new Registry();
  readonly #options: AgentMetricsOptions;
  readonly #connected = this.#gauge('washdesk_broker_connected', '1 while connected to the broker of the cloud');
  readonly #waiting = this.#gauge('washdesk_events_waiting', 'Events that the cloud has not acknowledged');
  readonly #bytes = this.#gauge('washdesk_events_waiting_bytes', 'Size of the events that wait');
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

  constructor(options: AgentMetricsOptions) {
    this.#options = options;
    collectDefaultMetrics({ register: this.#registry });
    const info = new Gauge({ name: 'washdesk_agent_info', help: 'The version', labelNames: ['version'], registers: [this.#registry] });
    info.set({ version: options.version }, 1);
    options.events.subscribe((event) => {
      if (event.kind !== 'device') return;
      const { device, health } = event.payload;
      this.#device.set({ device: device.id, kind: device.kind }, health.status === 'ready' ? 1 : 0);
    });
  }

  /** @param command its name in the catalog; null for an unknown one */
  executed(command: string | null, outcome: CommandOutcome): void {
    this.#commands.inc({ command: command ?? 'unknown', outcome: outcome.ok ? 'ok' : outcome.code });
  }

  text(): Promise<string> {
    const { journal, problems, outage } = this.#options;
    this.#connected.set(outage.connection.connected ? 1 : 0);
    this.#waiting.set(journal.outbox.waiting().events);
    this.#bytes.set(journal.outbox.space().usedBytes);
    this.#problems.set(problems.all().length);
    return this.#registry.metrics();
  }

  #gauge(name: string, help: string): Gauge {
    return new Gauge({ name, help, registers: [this.#registry] });
  }
}
