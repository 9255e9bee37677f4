import type { Logger } from 'pino';
import { commands, isCommandName, type CommandName } from '@washdesk/site-protocol/commands';
import type { DeviceKind, ReplyErrorCode, SentBefore } from '@washdesk/site-protocol/envelope';
import { gateOpenAgentTimeoutMs, leaseValidityMs } from '@washdesk/site-protocol/timing';
import type { Alongside } from '../journal/lane-usages.ts';
import {
  CommandRefused,
  type CommandContext,
  type CommandTable,
  type Mark,
  type OnceCommand,
  type OnceHandler,
} from '../ports/commands.ts';
import type { WriteDeadline } from '../ports/write-deadline.ts';
import type { AtMostOnce, LateReason, Sending } from './at-most-once.ts';
import { inCommand } from './command-scope.ts';
import { withinDeadline } from './deadline.ts';
import { replyCode, replyMessage } from './reply-error.ts';

/** The sender of a command. */
export type CommandSource = 'cloud' | 'local-page' | 'lane' | 'console';

/** A command as the dispatcher receives it from any source. */
export interface CommandRequest {
  /** Created by the caller that requests the action. The same id, from any source, is executed at most once. */
  id: string;
  /** The request in the cloud that caused it, for the log. */
  requestId?: string | undefined;
  source: CommandSource;
  device: string;
  verb: string;
  /** Not validated yet. */
  payload: unknown;
  /** The command does not begin after this time, neither here nor at its device. */
  deadline: WriteDeadline;
  /** When the agent issued the lease that the command contains, on the clock of `deadline`; null for a source without leases. */
  leasedAt: number | null;
  /** Why this may be an old copy of a command, as a sentence; a physical action then does not begin. Null if that is ruled out. */
  stale: string | null;
  /** Whether a copy was sent before, and which journal its agent had. */
  sentBefore: SentBefore | null;
  /** The wash for which a lane opens a gate: stored in the transaction that stores the command's id. */
  alongside?: Alongside | null;
}

/** The outcome of a command. The source delivers it to its caller. */
export type CommandOutcome = { ok: true; result: unknown } | { ok: false; code: ReplyErrorCode; message: string };

/** The trace of one command (docs/rules/lane.md#traces). */
export interface CommandTrace {
  mark: Mark;
  end(outcome: CommandOutcome): void;
}

export interface CommandDispatcherOptions {
  /** Every addressable device with its kind, including the agent itself. */
  devices: ReadonlyMap<string, DeviceKind | 'agent'>;
  table: CommandTable;
  atMostOnce: AtMostOnce;
  /** Begins the trace of a command; null if it has none. */
  traces: { begin(request: CommandRequest): CommandTrace | null };
  /** Called with each outcome; `name` is null for a command that the catalog does not have. */
  onOutcome?: (name: CommandName | null, outcome: CommandOutcome, ms: number) => void;
  log: Logger;
}

type AnyHandler = (payload: unknown, context: CommandContext) => Promise<unknown>;

/**
 * The only way to a device, for every source of commands. Validates the payload, enforces the deadline, executes a physical action at most
 * once, and turns every error into a response. A gate's limits are in its handler (features/lane/gates), so they apply to all sources
 * together.
 */
export class CommandDispatcher {
  readonly #options: CommandDispatcherOptions;
  readonly #running = new Set<Promise<CommandOutcome>>();

  constructor(options: CommandDispatcherOptions) {
    this.#options = options;
  }

  /** Resolves by the command's deadline. Never rejects. */
  dispatch(request: CommandRequest): Promise<CommandOutcome> {
    const run = inCommand({ command: request.id, requestId: request.requestId }, () => this.#dispatch(request));
    this.#running.add(run);
    return run.finally(() => this.#running.delete(run));
  }

  /** Resolves when no command is being executed. */
  async whenIdle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async #dispatch(request: CommandRequest): Promise<CommandOutcome> {
    const began = performance.now();
    const trace = this.#options.traces.begin(request);
    const outcome = await this.#outcome(request, trace?.mark);
    trace?.end(outcome);
    this.#options.onOutcome?.(this.#known(request), outcome, performance.now() - began);
    return outcome;
  }

  /** Returns the outcome of a failed command and logs the cause. */
  failed({ id, requestId, source, device, verb }: CommandRequest, error: unknown): CommandOutcome {
    const code = replyCode(error);
    this.#options.log[code === 'failed' ? 'error' : 'info'](
      { err: error, command: id, requestId, source, device, verb, code },
      'A command ended without a result',
    );
    return { ok: false, code, message: replyMessage(error) };
  }

  async #outcome(request: CommandRequest, mark: Mark | undefined): Promise<CommandOutcome> {
    try {
      return { ok: true, result: await this.#execute(request, mark) };
    } catch (error) {
      return this.failed(request, error);
    }
  }

  #execute(request: CommandRequest, mark: Mark | undefined): Promise<unknown> {
    const { id, device, sentBefore, alongside } = request;
    const name = this.#nameOf(request);
    const deadline = deadlineOf(name, request);
    const payload = payloadOf(name, request.payload);
    const sending = { late: lateReason(name, request), sentBefore, alongside };
    return withinDeadline(answersWithinMs(name), (signal) => this.#run(name, payload, { id, device, deadline, signal, mark }, sending));
  }

  #known({ device, verb }: CommandRequest): CommandName | null {
    const name = `${this.#options.devices.get(device)}.${verb}`;
    return isCommandName(name) ? name : null;
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
    // the payload was validated by this command's own schema, which ties its type to the handler's
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

/**
 * Returns the time after which an action may not begin. Its lease counts until then too: it still has to be young when the device is
 * written. A print may wait in the printer's queue for longer than a lease is valid.
 */
function deadlineOf(name: CommandName, { deadline, leasedAt }: CommandRequest): WriteDeadline {
  if (!isOnce(name) || leasedAt === null) return deadline;
  return deadline.orBefore(leasedAt + Math.max(leaseValidityMs, commands[name].deadlineMs));
}

function lateReason(name: CommandName, { deadline, stale }: CommandRequest): LateReason {
  return deadline.objection() ?? (isOnce(name) ? stale : null);
}

/** Shown to a cashier at the counter; field names are in the log. */
const notUnderstood = 'The site’s computer couldn’t read this command and did nothing; see its log';

function payloadOf(name: CommandName, raw: unknown): unknown {
  const { success, data, error } = commands[name].payload.safeParse(raw);
  if (success) return data;
  throw new CommandRefused('bad_payload', notUnderstood, error);
}

/** Returns the deadline for responding. An open command gets one second beyond its expiry, for the gate to be seen open. */
function answersWithinMs(name: CommandName): number {
  return name === 'gate.open' ? gateOpenAgentTimeoutMs : commands[name].deadlineMs;
}
