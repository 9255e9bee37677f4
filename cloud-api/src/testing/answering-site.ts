import { randomUUID } from 'node:crypto';
import { connectAsync, type MqttClient } from 'mqtt';
import type { CommandName, CommandPayload, CommandResult } from '@washdesk/site-protocol/commands';
import { signedCommand, type CommandBody, type ReplyErrorCode } from '@washdesk/site-protocol/envelope';
import type { DurableEventKind, DurablePayload, LiveEventKind, LivePayload } from '@washdesk/site-protocol/events';
import { ackTopic, agentFilters, agentStateTopic, eventTopic } from '@washdesk/site-protocol/topics';
import { until } from '@washdesk/test-support/until';
import type { Cloud } from './cloud.ts';

/** Instead of a result: the agent returns an error code, or does not reply. */
export type NoResult = { refused: ReplyErrorCode } | 'silent';

type Answers = { [N in CommandName]?: (payload: CommandPayload<N>, id: string) => CommandResult<N> | NoResult };

export interface Asked {
  name: string;
  id: string;
  payload: unknown;
}

/** A site on the real broker whose agent replies as a test defines; a command without a defined reply is refused as unavailable. */
export class AnsweringSite {
  readonly site: number;
  answers: Answers = {};
  readonly asked: Asked[] = [];
  readonly #mqtt: MqttClient;
  readonly #journal = randomUUID();
  #seq = 0;
  #upTo = 0;

  constructor(site: number, mqtt: MqttClient) {
    this.site = site;
    this.#mqtt = mqtt;
    mqtt.on('message', (topic, payload) => this.#hear(topic, payload.toString()));
  }

  static async at(site: number, { settings }: Cloud): Promise<AnsweringSite> {
    const credentials = { username: settings['WASHDESK_BROKER_USERNAME'], password: settings['WASHDESK_BROKER_PASSWORD'] };
    const mqtt = await connectAsync(settings['WASHDESK_BROKER_URL'] ?? '', { ...credentials, protocolVersion: 4 });
    const answering = new AnsweringSite(site, mqtt);
    await mqtt.subscribeAsync([...agentFilters(site)], { qos: 1 });
    return answering;
  }

  /** Resolves when the cloud has received it too. */
  async online({ database }: Cloud, online = true): Promise<void> {
    const state = { v: 1, online, boot: randomUUID(), version: '1.0.0', devices: [], roster: 0, problems: [] };
    await this.#mqtt.publishAsync(agentStateTopic(this.site), JSON.stringify(state), { qos: 1, retain: true });
    await until(`site ${this.site} is ${online ? 'online' : 'offline'}`, async () => {
      const row = await database.db.selectFrom('site_agent').select(['online', 'boot']).where('site', '=', this.site).executeTakeFirst();
      return row?.online === online && (!online || row.boot === state.boot) ? true : null;
    });
  }

  /** Sends a durable event; resolves when the cloud has acknowledged it. */
  async tell<K extends DurableEventKind>(kind: K, payload: DurablePayload<K>): Promise<void> {
    const seq = (this.#seq += 1);
    const at = '2026-11-21T15:30:00.000Z';
    const event = { v: 1, site: this.site, journal: this.#journal, seq, first: 1, kind, source: 'sitewatch', at, payload };
    await this.#mqtt.publishAsync(eventTopic(this.site, kind, 'sitewatch'), JSON.stringify(event), { qos: 1 });
    await until(`event ${seq} is acknowledged`, () => (this.#upTo >= seq ? true : null));
  }

  /** Sends a live event, which nothing acknowledges. */
  async report<K extends LiveEventKind>(kind: K, payload: LivePayload<K>, at = new Date()): Promise<void> {
    const event = { v: 1, site: this.site, kind, source: 'device', at: at.toISOString(), payload };
    await this.#mqtt.publishAsync(eventTopic(this.site, kind, 'device'), JSON.stringify(event), { qos: 0 });
  }

  /** Returns the payloads received so far for commands of that name. */
  askedFor(name: CommandName): Asked[] {
    return this.asked.filter((one) => one.name === name);
  }

  async close(): Promise<void> {
    await this.#mqtt.endAsync(true);
  }

  #hear(topic: string, text: string): void {
    const message: unknown = JSON.parse(text);
    if (topic === ackTopic(this.site)) this.#upTo = (message as { upTo: number }).upTo;
    const signed = signedCommand.safeParse(message);
    if (signed.success) this.#answer(JSON.parse(signed.data.body) as CommandBody);
  }

  #answer({ id, device, verb, payload, replyTo }: CommandBody): void {
    const name = `${device}.${verb}`;
    this.asked.push({ name, id, payload });
    const answer = this.answers[name as CommandName] as ((payload: unknown, id: string) => object | NoResult) | undefined;
    const result = answer?.(payload, id) ?? { refused: 'unavailable' };
    if (result === 'silent') return;
    const code = typeof result === 'object' && 'refused' in result ? result.refused : null;
    const reply = code ? { v: 1, id, ok: false, code, message: 'not now' } : { v: 1, id, ok: true, result };
    this.#mqtt.publish(replyTo, JSON.stringify(reply), { qos: 1 });
  }
}
