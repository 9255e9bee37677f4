import { randomUUID } from 'node:crypto';
import { connectAsync, type MqttClient } from 'mqtt';
import { signedCommand, type CommandBody, type CommandReply } from '@washdesk/site-protocol/envelope';
import type { LiveEventKind } from '@washdesk/site-protocol/events';
import { agentFilters, agentStateTopic, deviceStateTopic, eventTopic, leaseTopic } from '@washdesk/site-protocol/topics';
import { until } from '@washdesk/test-support/until';

export interface ReceivedCommand {
  topic: string;
  signed: { kid: string; sig: string; body: string };
  body: CommandBody;
}

/** A site's end of the connection for tests: replies as instructed and records everything it receives. */
export class TestAgent {
  readonly site: number;
  readonly commands: ReceivedCommand[] = [];
  /** Replies to leases, which are commands too. */
  readonly times: ReceivedCommand[] = [];
  readonly acknowledged: unknown[] = [];
  readonly announced: unknown[] = [];
  readonly boot = randomUUID();
  readonly journal = randomUUID();
  #mqtt: MqttClient | null = null;

  constructor(site: number) {
    this.site = site;
  }

  async connect(url: string, username: string, password: string): Promise<void> {
    this.#mqtt = await connectAsync(url, { username, password, protocolVersion: 4, reconnectPeriod: 0 });
    this.#mqtt.on('error', () => undefined);
    this.#mqtt.on('message', (topic, payload) => this.#hear(topic, payload));
    await this.#mqtt.subscribeAsync([...agentFilters(this.site)], { qos: 1 });
  }

  async close(): Promise<void> {
    await this.#mqtt?.endAsync(true);
  }

  online(online = true): Promise<void> {
    return this.state({ boot: this.boot, online });
  }

  /** The state of an agent, which may be another run than this one. */
  state(run: { boot: string; online: boolean }): Promise<void> {
    return this.#say(agentStateTopic(this.site), { v: 1, version: '1.0.0', devices: [], roster: 0, problems: [], ...run }, true);
  }

  /** `more` overrides parts of the lease: the journal, or the run that publishes it. */
  lease(lease: string = randomUUID(), more: object = {}): Promise<void> {
    return this.#say(leaseTopic(this.site), { v: 1, lease, journal: this.journal, agent: { boot: this.boot, host: 'lane-pc' }, ...more });
  }

  device(state: object): Promise<void> {
    return this.#say(deviceStateTopic(this.site, 'north'), state, true);
  }

  /** `more` overrides parts of the event: another site, kind or payload. */
  event(seq: number, more: object = {}): Promise<void> {
    const at = '2026-11-21T12:00:00.000Z';
    const payload = { job: randomUUID(), printer: 'printer', state: 'printed', reason: null };
    const event = {
      v: 1,
      site: this.site,
      journal: this.journal,
      seq,
      first: 1,
      kind: 'print-result',
      source: 'printer',
      at,
      payload,
      ...more,
    };
    return this.#say(eventTopic(this.site, 'print-result', 'printer'), event);
  }

  live(kind: LiveEventKind, payload: unknown): Promise<void> {
    const event = { v: 1, site: this.site, kind, source: 'reader', at: '2026-11-21T12:00:00.000Z', payload };
    return this.#say(eventTopic(this.site, kind, 'reader'), event);
  }

  /** Returns the next command that it has not replied to or returned yet. */
  command(): Promise<ReceivedCommand> {
    return until('a command arrives', () => this.commands.shift());
  }

  /** Returns the next reply to a lease that it has not returned yet. */
  time(): Promise<ReceivedCommand> {
    return until('the time arrives', () => this.times.shift());
  }

  answer(to: CommandBody, result: unknown): Promise<void> {
    return this.reply(to, { v: 1, id: to.id, ok: true, result });
  }

  refuse(to: CommandBody, code: Extract<CommandReply, { ok: false }>['code'], message: string): Promise<void> {
    return this.reply(to, { v: 1, id: to.id, ok: false, code, message });
  }

  reply(to: CommandBody, reply: unknown): Promise<void> {
    return this.#say(to.replyTo, reply);
  }

  raw(topic: string, payload: string): Promise<void> {
    return this.#publish(topic, payload, false);
  }

  #hear(topic: string, payload: Buffer): void {
    const message: unknown = JSON.parse(payload.toString());
    if (topic.endsWith('/ack')) this.acknowledged.push(message);
    else if (topic.endsWith('/roster')) this.announced.push(message);
    else {
      const signed = signedCommand.parse(message);
      const body = JSON.parse(signed.body) as CommandBody;
      (body.verb === 'time' ? this.times : this.commands).push({ topic, signed, body });
    }
  }

  #say(topic: string, message: unknown, retain = false): Promise<void> {
    return this.#publish(topic, JSON.stringify(message), retain);
  }

  async #publish(topic: string, payload: string, retain: boolean): Promise<void> {
    if (!this.#mqtt) throw new Error('This agent is not connected');
    await this.#mqtt.publishAsync(topic, payload, { qos: 1, retain });
  }
}
