import type { CommandName, CommandPayload, CommandResult } from '@washdesk/site-protocol/commands';
import type { ReplyErrorCode } from '@washdesk/site-protocol/envelope';
import type { DurableEventKind, DurablePayload } from '@washdesk/site-protocol/events';

/** What a handler knows besides the payload. */
export interface CommandContext {
  /** The command's id, made by the caller who wants the action. */
  id: string;
  /** The addressed device, known to exist. */
  device: string;
  /** Aborts when nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** Physical actions, the rows of the catalogue with `once`: never late, never twice. */
export type OnceCommand = 'gate.open' | 'printer.print';

/** Answers a question, or does what may be repeated. Throws CommandRefused or a port's own error instead of a result. */
export type CommandHandler<N extends CommandName> = (payload: CommandPayload<N>, context: CommandContext) => Promise<CommandResult<N>>;

/** A durable event before the journal has numbered it. */
export type EventDraft = { [K in DurableEventKind]: { kind: K; source: string; payload: DurablePayload<K> } }[DurableEventKind];

/** The outcome of a physical action. */
export interface ActionResult<N extends OnceCommand> {
  result: CommandResult<N>;
  /** Stored in the journal together with the result. */
  event?: EventDraft;
  /** Provably nothing was done: the id is forgotten, so that the same action may be tried again. */
  undone?: boolean;
}

/** A physical action. The caller of `run` has stored the key on disk and calls it once a key. */
export interface OnceHandler<N extends OnceCommand> {
  /** What makes two commands the same action; the command's id where the payload has no id of its own. */
  key(payload: CommandPayload<N>, context: CommandContext): string;
  /** Whether it may begin though the disk does not take its key; yes where this is not asked. */
  mayBeginUnstored?(context: CommandContext): boolean;
  /** Throws DeviceUnavailable or CommandRefused where provably nothing was done. */
  run(payload: CommandPayload<N>, context: CommandContext): Promise<ActionResult<N>>;
  /** The command came too late to begin; `why` is a sentence. */
  expired(payload: CommandPayload<N>, context: CommandContext, why: string): ActionResult<N>;
  /** The command was sent before, and the journal cannot vouch for that time; `why` is a sentence. Nothing is done. */
  notKnown(why: string): CommandResult<N>;
  /** The action was begun before; `stored` is its outcome, null when that was never stored. */
  repeated(stored: CommandResult<N> | null): CommandResult<N>;
}

/** One handler a command of the catalogue. */
export type CommandTable = { [N in CommandName]: N extends OnceCommand ? OnceHandler<N> : CommandHandler<N> };

/** An answer with a reason instead of a result. The message is for people. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
  readonly code: ReplyErrorCode;

  /** @param cause for the agent's log alone */
  constructor(code: ReplyErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
