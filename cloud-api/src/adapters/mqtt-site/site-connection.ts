import type { KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { agentDevice, commands, verbOf, type CommandName, type CommandPayload } from '@washdesk/site-protocol/commands';
import type { CommandBody, ReceivedReply } from '@washdesk/site-protocol/envelope';
import { signCommand } from '@washdesk/site-protocol/signing';
import { protocolVersion, ackTopic, commandTopic, replyTopic, rosterTopic } from '@washdesk/site-protocol/topics';
import type { CommandOutcome, IdentifiedSending, SiteCommands, SiteJournals } from '../../ports/site-commands.ts';
import type { RevokedSiteSet, SiteLink, SiteObserver, SiteReports } from '../../ports/site-link.ts';
import { openBrokerConnection, type BrokerAddress, type BrokerConnection } from './connection.ts';
import { receive, type Inbox } from './inbox.ts';
import { trackLeases, type AgentRun, type Serving } from './leases.ts';
import { pendingReplies } from './pending-replies.ts';

export interface SiteConnectionOptions {
  broker: BrokerAddress;
  /** Ed25519; the agents have its public half in their configuration under `kid`. */
  key: KeyObject;
  kid: string;
  /** Returns the id of the request that sends a command, for the agent's log. */
  requestId?: () => string | undefined;
  /** Called with each command that was sent. */
  onOutcome?: (command: CommandName, outcome: CommandOutcome<CommandName>['kind'], ms: number) => void;
  log: Logger;
}

function outcomeOf<N extends CommandName>(name: N, reply: ReceivedReply | null): CommandOutcome<N> {
  if (!reply) return { kind: 'unknown', message: 'The site didn’t respond in time' };
  if (!reply.ok) {
    // the agent started and did not finish, or rejected it for a reason added in a later release: the outcome is unknown
    if (reply.code === 'timeout' || reply.code === 'unknown') return { kind: 'unknown', message: reply.message };
    return { kind: 'refused', code: reply.code, message: reply.message };
  }
  const parsed = commands[name].reply.safeParse(reply.result);
  if (!parsed.success) return { kind: 'unknown', message: 'The site sent an invalid response' };
  return { kind: 'answered', result: parsed.data as never };
}

/** MQTT to the agents: commands with replies, presence, events and acknowledgements. */
export class MqttSiteConnection implements SiteCommands, SiteJournals, SiteLink {
  readonly #options: SiteConnectionOptions;
  readonly #leases = trackLeases();
  readonly #replies = pendingReplies();
  readonly #online = new Map<number, string>();
  readonly #observers: SiteObserver[] = [];
  #connection: BrokerConnection | null = null;
  #revoked: RevokedSiteSet = new Set();

  constructor(options: SiteConnectionOptions) {
    this.#options = options;
  }

  async start(reports: SiteReports, revoked: RevokedSiteSet): Promise<void> {
    this.#revoked = revoked;
    const { broker, log } = this.#options;
    const acknowledge = (site: number, journal: string, upTo: number): void => this.#tell(ackTopic(site), { v: 1, journal, upTo });
    const answerLease: Inbox['answerLease'] = (site, lease, to, serving) => this.#answerLease(site, lease, to, serving);
    const state = {
      leases: this.#leases,
      replies: this.#replies,
      online: this.#online,
      observers: this.#observers,
      states: new Map<number, Promise<void>>(),
      events: new Map<number, Promise<void>>(),
    };
    const inbox = { ...state, reports, revoked, acknowledge, answerLease, log };
    this.#connection = openBrokerConnection(broker, log, (topic, payload) => receive(inbox, topic, payload));
  }

  async stop(): Promise<void> {
    await this.#connection?.stop();
    this.#connection = null;
  }

  observe(observer: SiteObserver): void {
    this.#observers.push(observer);
  }

  connected(): boolean {
    return this.#connection?.connected() ?? false;
  }

  async check(): Promise<void> {
    if (!this.connected()) throw new Error('No connection to the broker');
  }

  journalOf(site: number): string | null {
    return this.#leases.fresh(site)?.journal ?? null;
  }

  announceRoster(site: number, seq: number): void {
    this.#tell(rosterTopic(site), { v: 1, seq });
  }

  async send<N extends CommandName>(
    site: number,
    device: string,
    name: N,
    payload: CommandPayload<N>,
    options: { waitMs?: number } | (IdentifiedSending & { waitMs?: number }) = {},
  ): Promise<CommandOutcome<N>> {
    const { id, sentBefore, journal = null, expiresInMs } = 'id' in options ? options : { id: uuidv7(), sentBefore: false };
    const { waitMs = commands[name].deadlineMs + 1_000 } = options;
    const connection = this.#connection;
    if (!connection?.connected()) return { kind: 'unreachable', message: 'No connection to the sites right now' };
    if (this.#revoked.has(site)) return { kind: 'unreachable', message: `The agent of site ${site} is revoked` };
    if (!this.#online.has(site)) return { kind: 'unreachable', message: `Site ${site} is offline` };
    const lease = this.#leases.fresh(site);
    if (commands[name].once && !lease) return { kind: 'unreachable', message: `Site ${site} hasn’t been heard from in several seconds` };

    // if it went to another journal than the recorded one, a repeat would ask the wrong journal
    if (commands[name].once && !sentBefore && lease?.journal !== journal)
      return { kind: 'unreachable', message: `The agent of site ${site} just restarted` };

    const topic = commandTopic(site, device, verbOf(name));
    const sent = sentBefore ? { journal } : null;
    const body = this.#body(connection, name, {
      id,
      site,
      device,
      lease: lease?.lease,
      boot: this.#leases.serving(site)?.boot,
      sentBefore: sent,
      requestId: this.#options.requestId?.(),
      payload,
      expiresInMs,
    });
    const began = performance.now();
    const reply = this.#replies.wait(id, waitMs);
    try {
      // the reply is the acknowledgment of a question, and of a write that may be repeated
      const command = signCommand(this.#options.key, this.#options.kid, topic, body);
      await Promise.race([connection.publish(topic, command, commands[name].once ? 1 : 0), reply]);
    } catch (error) {
      this.#options.log.debug({ err: error, site, verb: name }, 'Command may not have been sent');
    }
    const outcome = outcomeOf(name, await reply);
    this.#options.onOutcome?.(name, outcome.kind, performance.now() - began);
    return outcome;
  }

  #body(
    connection: BrokerConnection,
    name: CommandName,
    {
      expiresInMs = commands[name].deadlineMs,
      ...command
    }: Pick<CommandBody, 'id' | 'site' | 'device' | 'lease' | 'boot' | 'sentBefore' | 'requestId' | 'payload'> & {
      expiresInMs?: number | undefined;
    },
  ): string {
    return JSON.stringify({
      v: protocolVersion,
      ...command,
      verb: verbOf(name),
      replyTo: replyTopic(command.site, connection.clientId),
      exp: Math.round(Date.now() + expiresInMs),
    });
  }

  #answerLease(site: number, lease: string, to: AgentRun, { serving, second }: Serving): void {
    const connection = this.#connection;
    if (!connection?.connected()) return;
    const payload: CommandPayload<'agent.time'> = {
      lease,
      now: Date.now(),
      serving,
      second: second?.host ?? null,
      shown: this.#online.get(site) === to.boot,
    };
    const topic = commandTopic(site, agentDevice, verbOf('agent.time'));
    const body = this.#body(connection, 'agent.time', {
      id: uuidv7(),
      site,
      device: agentDevice,
      boot: to.boot,
      sentBefore: null,
      payload,
    });
    this.#tell(topic, signCommand(this.#options.key, this.#options.kid, topic, body), 0);
  }

  /** Publishes a message that may be lost, because it is published periodically. */
  #tell(topic: string, payload: unknown, qos: 0 | 1 = 1): void {
    this.#connection
      ?.publish(topic, payload, qos)
      .catch((error: unknown) => this.#options.log.debug({ err: error, topic }, 'Message not sent'));
  }
}
