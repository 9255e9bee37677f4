import type { Logger } from 'pino';
import { agentDevice } from '@washdesk/site-protocol/commands';
import { maxPayloadBytes, type CommandBody, type CommandReply } from '@washdesk/site-protocol/envelope';
import type { CloudTime } from '../actions/cloud-time.ts';
import type { CommandDispatcher, CommandOutcome, CommandRequest } from '../actions/command-dispatcher.ts';
import { steadyNow } from '../actions/steady-clock.ts';
import { WriteDeadline } from '../ports/write-deadline.ts';
import { authenticate, type Authority, type DropReason } from './authenticate.ts';
import type { Message } from './connection.ts';
import type { Leases } from './leases.ts';

export interface CommandReceiverOptions extends Authority {
  dispatcher: CommandDispatcher;
  leases: Leases;
  cloudTime: CloudTime;
  /** This run of the agent. */
  boot: string;
  /** Publishes a reply in JSON, with the QoS of its command. */
  reply: (topic: string, reply: string, qos: 0 | 1) => Promise<void>;
  log: Logger;
}

/**
 * Receives commands of the cloud over MQTT: drops messages that are not the cloud's, dispatches the rest and sends exactly one reply each.
 */
export class CommandReceiver {
  readonly #options: CommandReceiverOptions;
  readonly #dropped: Record<DropReason, number> = { replayed: 0, malformed: 0, 'unknown-key': 0, 'bad-signature': 0, misaddressed: 0 };

  constructor(options: CommandReceiverOptions) {
    this.#options = options;
  }

  /** Number of dropped messages since the start, by cause. */
  get dropped(): Readonly<Record<DropReason, number>> {
    return this.#dropped;
  }

  /** Resolves when the reply is sent. Never rejects. */
  async handle(message: Message): Promise<void> {
    const command = authenticate(message, this.#options);
    if (typeof command === 'string') return this.#drop(command, message.topic);
    // another agent of this site replies to its own commands
    if (command.boot !== undefined && command.boot !== this.#options.boot) return;
    const reply = await this.#answer(command);
    try {
      await this.#options.reply(command.replyTo, reply, message.qos === 0 ? 0 : 1);
    } catch (error) {
      this.#options.log.warn(
        { err: error, command: command.id, requestId: command.requestId, verb: command.verb },
        'Reply to a command not sent',
      );
    }
  }

  #drop(cause: DropReason, topic: string): void {
    this.#dropped[cause] += 1;
    this.#options.log.warn({ cause, topic, count: this.#dropped[cause] }, 'Dropped a message that is not a command of the cloud');
  }

  async #answer(body: CommandBody): Promise<string> {
    const { dispatcher } = this.#options;
    const request = this.#requestOf(body);
    const reply = replyOf(body, await dispatcher.dispatch(request));
    // the broker disconnects a client that sends a larger packet
    if (Buffer.byteLength(reply) <= maxPayloadBytes) return reply;
    return replyOf(body, dispatcher.failed(request, new Error('The response is too long for a message')));
  }

  #requestOf(body: CommandBody): CommandRequest {
    const { id, requestId, device, verb, payload, lease, sentBefore } = body;
    const leasedAt = lease === undefined ? null : this.#options.leases.issuedAt(lease);
    // read once: each reading is a system call
    const now = steadyNow();
    const deadline = new WriteDeadline(this.#notAfter(body, now), steadyNow);
    return { id, requestId, source: 'cloud', device, verb, payload, deadline, leasedAt, stale: this.#stale(lease, now), sentBefore };
  }

  /** Converts the expiry from the cloud's clock to this process's. */
  #notAfter({ device, verb, exp }: CommandBody, now: number): number {
    // the command that sets the time cannot be judged by the time
    const setsTime = device === agentDevice && verb === 'time';
    // if the cloud's time is unknown, the lease alone decides
    return (setsTime ? null : this.#options.cloudTime.steadyTimeOf(exp, now)) ?? Infinity;
  }

  #stale(lease: string | undefined, now: number): string | null {
    if (lease === undefined) return 'It has no lease from this site';
    return this.#options.leases.isGood(lease, now) ? null : 'Its lease has expired';
  }
}

const replyOf = ({ id }: CommandBody, outcome: CommandOutcome): string => JSON.stringify({ v: 1, id, ...outcome } satisfies CommandReply);
