import type { TraceStep } from '@washdesk/rules/lane/traces';
import type { CommandName, CommandPayload, CommandResult } from '@washdesk/site-protocol/commands';
import type { ReplyErrorCode } from '@washdesk/site-protocol/envelope';
import type { DurableEventKind, DurablePayload } from '@washdesk/site-protocol/events';
import type { WriteDeadline } from './write-deadline.ts';

/** Notes a step of the trace with its time; `detail` is a sentence. */
export type Mark = (step: TraceStep, detail: string) => void;

/** A handler's input besides the payload. */
export interface CommandContext {
  /** The command's id, created by the caller that requests the action. */
  id: string;
  /** The addressed device, which exists. */
  device: string;
  /** The time after which nothing may begin on the device. */
  deadline: WriteDeadline;
  /** Aborts when the caller stops waiting for the reply. */
  signal: AbortSignal;
  /** Missing for a command without a trace. */
  mark?: Mark | undefined;
}

/** Physical actions, the catalog rows with `once`: never late, never twice. */
export type OnceCommand = 'gate.open' | 'printer.print' | 'reader.simulate';

/** Handles a query or a repeatable action. Throws CommandRefused or a port's own error instead of returning a result. */
export type CommandHandler<N extends CommandName> = (payload: CommandPayload<N>, context: CommandContext) => Promise<CommandResult<N>>;

/** A durable event without its journal number. */
export type EventDraft = { [K in DurableEventKind]: { kind: K; source: string; payload: DurablePayload<K> } }[DurableEventKind];

export interface ActionResult<N extends OnceCommand> {
  result: CommandResult<N>;
  /** Stored in the journal together with the result. */
  event?: EventDraft;
  /** Provably nothing was done: the id is released, so that the same action may be retried. */
  undone?: boolean;
}

/** A physical action. */
export interface OnceHandler<N extends OnceCommand> {
  /** Returns what makes two commands the same action; the command's id if the payload has no id of its own. */
  key(payload: CommandPayload<N>, context: CommandContext): string;
  /**
   * Returns the result of an action that may not begin now, null if it may. It is not stored: twenty refused presses must not keep the one
   * that is running from its device.
   */
  refused?(payload: CommandPayload<N>, context: CommandContext): CommandResult<N> | null;
  /** Whether the action may begin if its key cannot be written to disk; default true. */
  mayBeginUnstored?(context: CommandContext): boolean;
  /**
   * Returns the action, which begins at most once per key, once the key is on disk. Until then only what moves nothing may begin, such as
   * reading the device. The action throws CommandExpired, DeviceUnavailable or CommandRefused if provably nothing was done.
   */
  prepare(payload: CommandPayload<N>, context: CommandContext): () => Promise<ActionResult<N>>;
  /** Returns the result of a command that arrived too late to begin; `why` is a sentence. */
  expired(payload: CommandPayload<N>, context: CommandContext, why: string): ActionResult<N>;
  /**
   * Returns the result of a command that was sent before, at a time that the journal does not cover; `why` is a sentence. Nothing is
   * done.
   */
  notKnown(why: string): CommandResult<N>;
  /**
   * Whether a command that was sent before only asks for the outcome. An action that this journal has never seen is then withdrawn: it
   * gets the result `expired`, and nothing begins it later.
   */
  repeatOnlyAsks: boolean;
  /** Returns the result of an action that was begun before; `stored` is its outcome, null if it was never stored. */
  repeated(stored: CommandResult<N> | null): CommandResult<N>;
}

/** One handler per command of the catalog. */
export type CommandTable = { [N in CommandName]: N extends OnceCommand ? OnceHandler<N> : CommandHandler<N> };

/** A reply with a reason instead of a result. The message is for people. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
  readonly code: ReplyErrorCode;

  /** @param cause for the agent's log only */
  constructor(code: ReplyErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
