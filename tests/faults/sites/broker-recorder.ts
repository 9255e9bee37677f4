import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { connectAsync, type IClientPublishOptions, type MqttClient } from 'mqtt';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { verbOf, type GateResult } from '@washdesk/site-protocol/commands';
import {
  agentState,
  commandBody,
  commandReply,
  leaseMessage,
  signedCommand,
  type ReceivedAgentState,
  type ReceivedReply,
} from '@washdesk/site-protocol/envelope';
import { signCommand } from '@washdesk/site-protocol/signing';
import { commandTopic, parseTopic, protocolVersion, replyTopic } from '@washdesk/site-protocol/topics';
import { until } from '@washdesk/test-support/until';
import { openSecrets } from '@washdesk/workbench/secrets';
import type { Workbench } from '@washdesk/workbench/workbench';

const readiness = z.object({ parts: z.array(z.object({ name: z.string(), ok: z.boolean() })) });

/** Resolves when cloud-api is connected to the broker. */
export async function cloudHasLine(workbench: Workbench): Promise<void> {
  await until('cloud-api has its line to the broker', async () => {
    const { parts } = readiness.parse(await (await fetch(`${workbench.url}/health/ready`)).json());
    return parts.some(({ name, ok }) => name === 'broker' && ok) ? true : null;
  });
}

/** A message as sent: enough to send it again. */
export interface RecordedMessage {
  topic: string;
  text: string;
}

export interface ForgedCommand {
  site: number;
  gate: string;
  lease: string | undefined;
  /** Epoch milliseconds. */
  exp: number;
  /** The signing key; the cloud's own by default. */
  key?: KeyObject;
}

/** The client name in the reply topic of forged commands. */
const forger = 'forger';

export const foreignKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;

/** Records the messages between cloud and sites, with the cloud's own account at the broker. It can send them again, or similar ones. */
export class BrokerRecorder {
  readonly #client: MqttClient;
  readonly #key: KeyObject;
  readonly #kid: string;
  readonly #commands = new Map<string, RecordedMessage>();
  readonly #replies = new Map<string, ReceivedReply[]>();
  readonly #leases = new Map<number, string>();
  readonly #rosters = new Map<number, number>();
  readonly #problems = new Map<number, string[]>();

  private constructor(client: MqttClient, key: KeyObject, kid: string) {
    this.#client = client;
    this.#key = key;
    this.#kid = kid;
    client.on('message', (topic, payload) => this.#hear(topic, payload.toString()));
  }

  /** Resolves when subscribed; survives restarts of the broker. */
  static async open(workbench: Workbench): Promise<BrokerRecorder> {
    const secrets = openSecrets(path.join(workbench.folder, 'secrets'));
    const client = await connectAsync({
      host: '127.0.0.1',
      port: workbench.port('broker'),
      protocolVersion: 4,
      username: 'cloud',
      password: secrets.password('broker-cloud'),
      reconnectPeriod: 200,
    });
    client.on('error', () => undefined);
    const line = new BrokerRecorder(client, createPrivateKey(readFileSync(secrets.keyFile('command'))), 'workbench');
    await client.subscribeAsync(['cmd/#', 'rsp/#', 'lease', 'state/agent'].map((rest) => `wash/v1/+/${rest}`));
    return line;
  }

  async close(): Promise<void> {
    await this.#client.endAsync(true);
  }

  /** Returns the command of that id after it has passed the broker. */
  command(id: string): Promise<RecordedMessage> {
    return until(`command ${id} passes the broker`, () => this.#commands.get(id));
  }

  /** Returns the number of the site's replies to this command so far. */
  repliesTo(id: string): number {
    return this.#replies.get(id)?.length ?? 0;
  }

  /** Returns the site's `nth` reply, counted from 1: a gate's result, or the reason for none. */
  async gateReply(id: string, nth = 1): Promise<{ result: GateResult; repeated: boolean } | string> {
    const reply = await until(`the site answers ${id} for the ${nth}. time`, () => this.#replies.get(id)?.[nth - 1]);
    return reply.ok ? (reply.result as { result: GateResult; repeated: boolean }) : reply.code;
  }

  /** Returns the newest lease of a site. */
  lease(site: number): Promise<string> {
    return until(`site ${site} gives a lease`, () => this.#leases.get(site));
  }

  /** Returns the next lease that a site publishes. */
  async freshLease(site: number): Promise<string> {
    this.#leases.delete(site);
    return this.lease(site);
  }

  /** Returns the roster's number as the agent reports it. */
  roster(site: number): number {
    return this.#rosters.get(site) ?? 0;
  }

  /** Returns the codes of the problems that the agent reports at its site. */
  problems(site: number): readonly string[] {
    return this.#problems.get(site) ?? [];
  }

  /** Creates an open command like the cloud's. */
  forge({ site, gate, lease, exp, key = this.#key }: ForgedCommand): RecordedMessage & { id: string } {
    const id = uuidv7();
    const verb = verbOf('gate.open');
    const topic = commandTopic(site, gate, verb);
    const replyTo = replyTopic(site, forger);
    const payload = { employee: null, reason: null };
    const body = JSON.stringify({ v: protocolVersion, id, site, device: gate, verb, replyTo, exp, lease, sentBefore: null, payload });
    return { id, topic, text: JSON.stringify(signCommand(key, this.#kid, topic, body)) };
  }

  /** Resolves when the broker has accepted it. */
  async say({ topic, text }: RecordedMessage, options: IClientPublishOptions = {}): Promise<void> {
    await this.#client.publishAsync(topic, text, { qos: 1, ...options });
  }

  /** Sends a message that the broker rejects; resolves when it has dropped the connection and a new one is open. */
  async sayUnbearably({ topic, text }: RecordedMessage, options: IClientPublishOptions): Promise<void> {
    let back = false;
    this.#client.once('close', () => this.#client.once('connect', () => (back = true)));
    this.#client.publish(topic, text, { qos: 0, ...options });
    await until('the broker hangs up on who says this', () => (back ? true : null));
  }

  #hearState(site: number, { roster, problems }: ReceivedAgentState): void {
    this.#rosters.set(site, roster);
    this.#problems.set(
      site,
      problems.map(({ code }) => code),
    );
  }

  #hear(topic: string, text: string): void {
    const where = parseTopic(topic);
    if (!where) return;
    const message: unknown = JSON.parse(text);
    switch (where.rest[0]) {
      case 'cmd':
        this.#commands.set(commandBody.parse(JSON.parse(signedCommand.parse(message).body)).id, { topic, text });
        break;
      case 'rsp': {
        const reply = commandReply.parse(message);
        this.#replies.set(reply.id, [...(this.#replies.get(reply.id) ?? []), reply]);
        break;
      }
      case 'lease':
        this.#leases.set(where.site, leaseMessage.parse(message).lease);
        break;
      default:
        this.#hearState(where.site, agentState.parse(message));
    }
  }
}
