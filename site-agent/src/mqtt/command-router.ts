import { commands, isCommandName, type CommandName } from '@washdesk/site-protocol/commands';
import { maxPayloadBytes, type CommandBody, type CommandReply, type DeviceKind } from '@washdesk/site-protocol/envelope';
import { gateOpenAgentTimeoutMs } from '@washdesk/site-protocol/timing';
import type { Logger } from 'pino';
import { CommandRefused, type CommandContext, type CommandTable, type OnceCommand, type OnceHandler } from '../ports/commands.ts';
import type { AtMostOnce, LateReason, Sending } from './at-most-once.ts';
import { authenticate, type Authority, type DropReason } from './authenticate.ts';
import type { CloudTime } from './cloud-time.ts';
import type { Message } from './connection.ts';
import { withinDeadline } from './deadline.ts';
import type { Leases } from './leases.ts';
import { replyCode, replyMessage } from './reply-error.ts';

export interface CommandRouterOptions extends Authority {
  /** Every device that can be addressed, with its kind; the agent itself is one. */
  devices: ReadonlyMap<string, DeviceKind | 'agent'>;
  table: CommandTable;
  atMostOnce: AtMostOnce;
  leases: Leases;
  cloudTime: CloudTime;
  /** This run of the agent. */
  boot: string;
  reply: (topic: string, reply: CommandReply) => Promise<void>;
  log: Logger;
}

type AnyHandler = (payload: unknown, context: CommandContext) => Promise<unknown>;

/** Passes each message to its handler and sends the answer: drops what is not the cloud's, and answers all else exactly once. */
export class CommandRouter {
  readonly #options: CommandRouterOptions;
  readonly #dropped: Record<DropReason, number> = { replayed: 0, malformed: 0, 'unknown-key': 0, 'bad-signature': 0, misaddressed: 0 };

  constructor(options: CommandRouterOptions) {
    this.#options = options;
  }

  /** How many messages were dropped since the start, by cause. */
  get dropped(): Readonly<Record<DropReason, number>> {
    return this.#dropped;
  }

  /** Resolves when the answer has left. Never rejects. */
  async handle(message: Message): Promise<void> {
    const command = authenticate(message, this.#options);
    if (typeof command === 'string') return this.#drop(command, message.topic);
    // what another agent of this site is to do is answered by that agent
    if (command.boot !== undefined && command.boot !== this.#options.boot) return;
    const reply = await this.#answer(command);
    try {
      await this.#options.reply(command.replyTo, reply);
    } catch (error) {
      this.#options.log.warn({ err: error, command: command.id, verb: command.verb }, 'The answer to a command could not be sent');
    }
  }

  #drop(cause: DropReason, topic: string): void {
    this.#dropped[cause] += 1;
    this.#options.log.warn({ cause, topic, count: this.#dropped[cause] }, 'Dropped a message that is no command of the cloud');
  }

  async #answer(body: CommandBody): Promise<CommandReply> {
    const { id, device, verb } = body;
    try {
      const reply: CommandReply = { v: 1, id, ok: true, result: await this.#execute(body) };
      // The broker disconnects a client that sends a larger packet.
      if (Buffer.byteLength(JSON.stringify(reply)) > maxPayloadBytes) throw new Error('The answer is longer than a message may be');
      return reply;
    } catch (error) {
      const code = replyCode(error);
      this.#options.log[code === 'failed' ? 'error' : 'info'](
        { err: error, command: id, device, verb, code },
        'A command ended without a result',
      );
      return { v: 1, id, ok: false, code, message: replyMessage(error) };
    }
  }

  #execute(body: CommandBody): Promise<unknown> {
    const name = this.#nameOf(body);
    const payload = payloadOf(name, body.payload);
    const sending = { late: this.#late(name, body), sentBefore: body.sentBefore };
    return withinDeadline(answersWithinMs(name), (signal) =>
      this.#run(name, payload, { id: body.id, device: body.device, signal }, sending),
    );
  }

  #nameOf({ device, verb }: CommandBody): CommandName {
    const kind = this.#options.devices.get(device);
    if (!kind) throw new CommandRefused('unknown_device', `This site has no device '${device}'`);
    const name = `${kind}.${verb}`;
    if (!isCommandName(name)) throw new CommandRefused('unknown_verb', `A ${kind} does not understand '${verb}'`);
    return name;
  }

  #late(name: CommandName, { exp, lease }: CommandBody): LateReason {
    // the answer that sets the time cannot be judged by the time
    if (name === 'agent.time') return null;
    const now = this.#options.cloudTime.latest();
    // before the cloud has answered a lease its time is not known, and the lease alone decides
    if (now !== null && now > exp) return `It came ${Math.ceil(now - exp)} ms too late by the cloud's clock`;
    if (!commands[name].once) return null;
    if (lease === undefined) return 'It bears no lease of this site';
    return this.#options.leases.isGood(lease, performance.now()) ? null : 'Its lease has run out';
  }

  async #run(name: CommandName, payload: unknown, context: CommandContext, sending: Sending): Promise<unknown> {
    const { table, atMostOnce } = this.#options;
    // The payload was validated by this very command's schema, which is what ties its type to the handler's.
    if (isOnce(name)) {
      const handler: OnceHandler<OnceCommand> = table[name];
      return atMostOnce.run(handler, payload as never, context, sending);
    }
    if (sending.late !== null) throw new CommandRefused('expired', sending.late);
    return (table[name] as AnyHandler)(payload, context);
  }
}

function isOnce(name: CommandName): name is OnceCommand {
  return commands[name].once;
}

/** Whoever sent the order reads this at the counter: names of fields are in the log. */
const notUnderstood = "The site's computer did not understand this and did nothing; its log says why";

function payloadOf(name: CommandName, raw: unknown): unknown {
  const { success, data, error } = commands[name].payload.safeParse(raw);
  if (success) return data;
  throw new CommandRefused('bad_payload', notUnderstood, error);
}

/** The time within which a command is answered; an open command gets a second beyond its expiry, for the gate to be seen open. */
function answersWithinMs(name: CommandName): number {
  return name === 'gate.open' ? gateOpenAgentTimeoutMs : commands[name].deadlineMs;
}
