import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { connectAsync, type MqttClient } from 'mqtt';
import { until } from '@washdesk/local-servers/processes/wait';
import { agentDevice } from '@washdesk/site-protocol/commands';
import {
  commandReply,
  leaseMessage,
  type CommandBody,
  type DurableEvent,
  type ReceivedReply,
  type SentBefore,
} from '@washdesk/site-protocol/envelope';
import { signCommand } from '@washdesk/site-protocol/signing';
import { gateOpenExpiryMs } from '@washdesk/site-protocol/timing';
import { ackTopic, cloudFilters, commandTopic, leaseTopic, replyTopic } from '@washdesk/site-protocol/topics';

const client = 'test';

export interface CommandOptions {
  id?: string;
  lease?: string | null;
  exp?: number;
  key?: KeyObject;
  kid?: string;
  /** Sends the command to this topic instead, with a signature for it. */
  topic?: string;
  sentBefore?: SentBefore | null;
  /** The broker keeps it for later subscriptions. */
  retain?: boolean;
  /** Fields unknown to this release, besides those of the message and its signed body. */
  more?: object;
}

export interface ReceivedMessage {
  topic: string;
  message: unknown;
  retain: boolean;
}

/** The cloud's end of the connection for tests: sends signed commands and records everything it receives. */
export class TestCloud {
  readonly kid = 'test-key';
  readonly heard: ReceivedMessage[] = [];
  readonly site: number;
  readonly #keys = generateKeyPairSync('ed25519');
  #mqtt: MqttClient | null = null;
  #agentSince = 0;
  /** How far this cloud's clock is ahead of the agent's, in milliseconds. */
  aheadMs = 0;
  /** Whether it responds to the leases of the agent. */
  answersLeases = true;

  constructor(site: number) {
    this.site = site;
  }

  get publicKey(): string {
    return this.#keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  }

  async connect(url: string, username: string, password: string): Promise<void> {
    this.#mqtt = await connectAsync(url, {
      username,
      password,
      protocolVersion: 4,
      clientId: `cloud-${randomUUID()}`,
      reconnectPeriod: 100,
    });
    this.#mqtt.on('error', () => undefined);
    this.#mqtt.on('message', (topic, payload, { retain }) => {
      if (topic === leaseTopic(this.site) && this.answersLeases) void this.#answerLease(payload.toString());
      this.heard.push({ topic, message: payload.length > 0 ? (JSON.parse(payload.toString()) as unknown) : null, retain });
    });
    await this.#mqtt.subscribeAsync([...cloudFilters(client)], { qos: 1 });
  }

  now(): number {
    return Date.now() + this.aheadMs;
  }

  async #answerLease(text: string): Promise<void> {
    const { lease, agent } = leaseMessage.parse(JSON.parse(text));
    const payload = { lease, now: this.now(), serving: agent, second: null, shown: true };
    await this.send(agentDevice, 'time', payload, { lease: null });
  }

  async close(): Promise<void> {
    await this.#mqtt?.endAsync(true);
  }

  /** Starts a new agent's run: leases of the previous one are invalid. */
  expectNewAgent(): void {
    this.#agentSince = this.heard.length;
  }

  /** Returns the newest lease of the running agent; waits for its first. */
  async freshLease(): Promise<string> {
    await this.until(({ topic }, index) => index >= this.#agentSince && topic === leaseTopic(this.site));
    const last = this.heard.findLast(({ topic }) => topic === leaseTopic(this.site));
    return leaseMessage.parse(last?.message).lease;
  }

  /** Returns the journal id of the running agent. */
  async journal(): Promise<string> {
    await this.freshLease();
    const last = this.heard.findLast(({ topic }) => topic === leaseTopic(this.site));
    return leaseMessage.parse(last?.message).journal;
  }

  /** Waits for a message, or returns one received before. */
  async until(matches: (received: ReceivedMessage, index: number) => boolean): Promise<ReceivedMessage> {
    try {
      return await until(() => this.heard.find((received, index) => matches(received, index)), { what: 'a message' });
    } catch (error) {
      throw new Error(`No such message; the last: ${JSON.stringify(this.heard.slice(-3))}`, { cause: error });
    }
  }

  /** Sends a command and waits for its reply. Gates and printers get a fresh lease unless one is given. */
  async command(device: string, verb: string, payload: unknown, options: CommandOptions = {}): Promise<ReceivedReply> {
    const id = options.id ?? randomUUID();
    const before = this.heard.length;
    await this.send(device, verb, payload, { ...options, id });
    return this.replyTo(id, before);
  }

  /** Returns the reply to a command, among the messages from index `since` on. */
  async replyTo(id: string, since = 0): Promise<ReceivedReply> {
    const { message } = await this.until(
      (received, index) =>
        index >= since && received.topic === replyTopic(this.site, client) && (received.message as ReceivedReply).id === id,
    );
    return commandReply.parse(message);
  }

  /** Sends without waiting. Returns the message as sent, so that a test can send it again. */
  async send(device: string, verb: string, payload: unknown, options: CommandOptions = {}): Promise<{ topic: string; text: string }> {
    const lease = options.lease === undefined ? await this.freshLease() : options.lease;
    const body: CommandBody = {
      v: 1,
      id: options.id ?? randomUUID(),
      site: this.site,
      device,
      verb,
      replyTo: replyTopic(this.site, client),
      // ten times the cloud's limit, so that a busy machine fails no test
      exp: options.exp ?? this.now() + 10 * gateOpenExpiryMs,
      ...(lease !== null && { lease }),
      sentBefore: options.sentBefore ?? null,
      payload,
      ...options.more,
    };
    const topic = options.topic ?? commandTopic(this.site, device, verb);
    const signed = signCommand(options.key ?? this.#keys.privateKey, options.kid ?? this.kid, topic, JSON.stringify(body));
    const text = JSON.stringify({ ...signed, ...options.more });
    await this.publish(topic, text, { retain: options.retain ?? false });
    return { topic, text };
  }

  async publish(topic: string, text: string, { retain = false } = {}): Promise<void> {
    await this.#mqtt?.publishAsync(topic, text, { qos: 1, retain });
  }

  acknowledge(event: DurableEvent): Promise<void> {
    return this.publish(ackTopic(this.site), JSON.stringify({ v: 1, journal: event.journal, upTo: event.seq }));
  }
}
