import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { connectAsync, type MqttClient } from 'mqtt';
import type { AgentState, CommandBody, DeviceState, LeaseMessage } from '@washdesk/site-protocol/envelope';
import { signedCommand } from '@washdesk/site-protocol/envelope';
import { leaseIntervalMs } from '@washdesk/site-protocol/timing';
import { agentFilters, agentStateTopic, deviceStateTopic, leaseTopic } from '@washdesk/site-protocol/topics';

export interface SimulatedBroker {
  url: string;
  username: string;
  password: string;
}

/** Connections that begin at once: the broker checks each password. */
const atOnce = 25;
const timerMs = 20;
const names = ['North gate', 'South gate', 'Tag reader', 'Receipt printer', 'Sitewatch'];
const kinds = ['gate', 'gate', 'reader', 'printer', 'sitewatch'] as const;

/** One site on the wire: presence with a last will, leases, device states, and replies to commands. */
export class SimulatedSite {
  readonly number: number;
  readonly boot = randomUUID();
  readonly journal = randomUUID();
  /** Times that its configuration was read. */
  read = 0;
  leases = 0;
  roundTrips: number[] = [];
  isSilent = false;
  due: number;
  #mqtt: MqttClient | null = null;
  #sent = { lease: '', at: 0 };

  /** @param due when the first lease is sent */
  constructor(number: number, due: number) {
    this.number = number;
    this.due = due;
  }

  async connect({ url, ...credentials }: SimulatedBroker): Promise<void> {
    const will = { topic: agentStateTopic(this.number), payload: JSON.stringify(this.#state(false)), qos: 1, retain: true } as const;
    const mqtt = await connectAsync(url, {
      ...credentials,
      clientId: `site-${this.number}`,
      protocolVersion: 4,
      reconnectPeriod: 0,
      connectTimeout: 120_000,
      will: { ...will, payload: Buffer.from(will.payload) },
    });
    this.#mqtt = mqtt;
    (mqtt.stream as Partial<Socket>).setNoDelay?.(true);
    mqtt.on('error', () => undefined);
    mqtt.on('message', (topic, payload) => {
      if (topic.includes('/cmd/')) this.#answer(JSON.parse(signedCommand.parse(JSON.parse(payload.toString())).body) as CommandBody);
    });
    await mqtt.subscribeAsync([...agentFilters(this.number)], { qos: 1 });
    await this.#retain(agentStateTopic(this.number), this.#state(true));
    for (const index of names.keys()) await this.device(index, 'online');
  }

  /** Reports the health of one of its devices. */
  async device(index: number, health: DeviceState['health'], reason: string | null = null): Promise<void> {
    const { id, kind, name, lane } = deviceOf(index);
    const state: DeviceState = { v: 1, id, kind, name, lane, health, reason, fault: reason, since: new Date().toISOString() };
    await this.#retain(deviceStateTopic(this.number, id), state);
  }

  /** Publishes a lease if it is due. */
  tick(now: number): void {
    if (this.due > now || this.isSilent || !this.#mqtt?.connected) return;
    this.due = now + leaseIntervalMs;
    this.leases += 1;
    this.#sent = { lease: randomUUID(), at: now };
    const lease: LeaseMessage = {
      v: 1,
      lease: this.#sent.lease,
      journal: this.journal,
      agent: { boot: this.boot, host: `lane-pc-${this.number}` },
      vitals: {
        roundTripMs: Math.round(this.roundTrips.at(-1) ?? 0),
        waiting: { events: this.leases % 7, oldest: null, percent: 0 },
        rosterConfirmed: new Date().toISOString(),
      },
    };
    this.#mqtt.publish(leaseTopic(this.number), JSON.stringify(lease), { qos: 0 });
  }

  /** Ends the connection without a goodbye, so that the broker publishes the last will. */
  cut(): void {
    this.#mqtt?.stream.destroy();
  }

  async stop(): Promise<void> {
    await this.#mqtt?.endAsync(true);
  }

  #answer({ id, verb, payload, replyTo }: CommandBody): void {
    if (verb === 'time') {
      if ((payload as { lease?: string }).lease === this.#sent.lease) this.roundTrips.push(performance.now() - this.#sent.at);
      return;
    }
    const isRead = verb === 'config';
    const reply = isRead
      ? { v: 1, id, ok: true, result: { text: `# site ${this.number}\n` } }
      : { v: 1, id, ok: false, code: 'unknown_verb', message: 'A simulated site has no such verb' };
    this.#mqtt?.publish(replyTo, JSON.stringify(reply), { qos: 1 });
    if (isRead) this.read += 1;
  }

  #state(online: boolean): AgentState {
    const devices = [...names.keys()].map(deviceOf);
    return { v: 1, online, boot: this.boot, version: '1.0.0', devices, roster: 0, problems: [] };
  }

  async #retain(topic: string, message: object): Promise<void> {
    await this.#mqtt?.publishAsync(topic, JSON.stringify(message), { qos: 1, retain: true });
  }
}

function deviceOf(index: number): AgentState['devices'][number] {
  const kind = kinds[index] ?? 'gate';
  return {
    id: kind === 'sitewatch' ? 'sitewatch' : `device${index + 1}`,
    kind,
    name: names[index] ?? '',
    lane: index < 2 ? index + 1 : null,
  };
}

/** Many sites with one timer, each with its own phase. */
export class SimulatedSites {
  readonly all: readonly SimulatedSite[];
  readonly #timer: NodeJS.Timeout;

  private constructor(all: readonly SimulatedSite[]) {
    this.all = all;
    this.#timer = setInterval(() => this.#tick(), timerMs);
  }

  static async start(numbers: readonly number[], broker: SimulatedBroker): Promise<SimulatedSites> {
    const began = performance.now();
    const sites = numbers.map((number, index) => new SimulatedSite(number, began + (index / numbers.length) * leaseIntervalMs));
    const started = new SimulatedSites(sites);
    for (let from = 0; from < sites.length; from += atOnce)
      await Promise.all(sites.slice(from, from + atOnce).map((site) => site.connect(broker)));
    return started;
  }

  get leases(): number {
    return this.all.reduce((sum, { leases }) => sum + leases, 0);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.all.map((site) => site.stop()));
  }

  #tick(): void {
    const now = performance.now();
    for (const site of this.all) site.tick(now);
  }
}
