import { commands, isCommandName, type CommandName } from '@washdesk/site-protocol/commands';
import type { DeviceKind, ReplyErrorCode, SentBefore } from '@washdesk/site-protocol/envelope';
import { gateOpenAgentTimeoutMs } from '@washdesk/site-protocol/timing';
import type { Logger } from 'pino';
import { CommandRefused, type CommandContext, type CommandTable, type OnceCommand, type OnceHandler } from '../ports/commands.ts';
import type { AtMostOnce, LateReason, Sending } from './at-most-once.ts';
import { withinDeadline } from './deadline.ts';
import { replyCode, replyMessage } from './reply-error.ts';

/** Who sends a command. */
export type CommandSource = 'cloud' | 'local-page' | 'lane' | 'console';

/** A command as the dispatcher takes it, whoever sends it. */
export interface CommandRequest {
  /** Made by the caller who wants the action. The same id, from any source, is executed at most once. */
  id: string;
  source: CommandSource;
  device: string;
  verb: string;
  /** Not validated yet. */
  payload: unknown;
  /** By `performance.now()`: the command does not begin later. */
  notAfter: number;
  /** Why this may be an old copy of a command, as a sentence: a physical action does not begin then. Null where that is excluded. */
  stale: string | null;
  /** Whether a copy was sent before, and to the agent with which journal. */
  sentBefore: SentBefore | null;
}

/** What a command ended with. The source delivers it to its caller. */
export type CommandOutcome = { ok: true; result: unknown } | { ok: false; code: ReplyErrorCode; message: string };

export interface CommandDispatcherOptions {
  /** Every device that can be addressed, with its kind; the agent itself is one. */
  devices: ReadonlyMap<string, DeviceKind | 'agent'>;
  table: CommandTable;
  atMostOnce: AtMostOnce;
  log: Logger;
}

type AnyHandler = (payload: unknown, context: CommandContext) => Promise<unknown>;

/**
 * The only way to a device, for every source of commands: validates the payload, keeps the deadline, executes a physical action at most once,
 * and turns every error into an answer. The limits of a gate are its handler's (features/lane/gates), so they count all sources together.
 */
export class CommandDispatcher {
  readonly #options: CommandDispatcherOptions;

  constructor(options: CommandDispatcherOptions) {
    this.#options = options;
  }

  /** Resolves by the command's deadline. Never rejects. */
  async dispatch(request: CommandRequest): Promise<CommandOutcome> {
    try {
      return { ok: true, result: await this.#execute(request) };
    } catch (error) {
      return this.failed(request, error);
    }
  }

  /** The outcome of a command that ended with an error; the log gets the cause. */
  failed({ id, source, device, verb }: CommandRequest, error: unknown): CommandOutcome {
    const code = replyCode(error);
    this.#options.log[code === 'failed' ? 'error' : 'info'](
      { err: error, command: id, source, device, verb, code },
      'A command ended without a result',
    );
    return { ok: false, code, message: replyMessage(error) };
  }

  #execute(request: CommandRequest): Promise<unknown> {
    const { id, device, sentBefore } = request;
    const name = this.#nameOf(request);
    const payload = payloadOf(name, request.payload);
    const sending = { late: lateReason(name, request), sentBefore };
    return withinDeadline(answersWithinMs(name), (signal) => this.#run(name, payload, { id, device, signal }, sending));
  }

  #nameOf({ device, verb }: CommandRequest): CommandName {
    const kind = this.#options.devices.get(device);
    if (!kind) throw new CommandRefused('unknown_device', `This site has no device '${device}'`);
    const name = `${kind}.${verb}`;
    if (!isCommandName(name)) throw new CommandRefused('unknown_verb', `A ${kind} doesn’t support '${verb}'`);
    return name;
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

function lateReason(name: CommandName, { notAfter, stale }: CommandRequest): LateReason {
  const lateMs = performance.now() - notAfter;
  if (lateMs > 0) return `It came ${Math.ceil(lateMs)} ms too late`;
  return isOnce(name) ? stale : null;
}

/** A cashier reads this at the counter: names of fields are in the log. */
const notUnderstood = 'The site’s computer couldn’t read this command and did nothing; see its log';

function payloadOf(name: CommandName, raw: unknown): unknown {
  const { success, data, error } = commands[name].payload.safeParse(raw);
  if (success) return data;
  throw new CommandRefused('bad_payload', notUnderstood, error);
}

/** The time within which a command is answered; an open command gets a second beyond its expiry, for the gate to be seen open. */
function answersWithinMs(name: CommandName): number {
  return name === 'gate.open' ? gateOpenAgentTimeoutMs : commands[name].deadlineMs;
}
