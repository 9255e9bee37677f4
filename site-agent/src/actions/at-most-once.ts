import type { SentBefore } from '@washdesk/site-protocol/envelope';
import type { CommandPayload, CommandResult } from '@washdesk/site-protocol/commands';
import { JournalUnwritable, type Journal } from '../journal/journal.ts';
import { CommandRefused, type ActionResult, type CommandContext, type OnceCommand, type OnceHandler } from '../ports/commands.ts';
import { DeviceUnavailable } from '../ports/device.ts';

/** Why a command came too late to begin, as a sentence; null when it is in time. */
export type LateReason = string | null;

/** What a command's body says of its own id (docs/decisions/0028-journals-that-vouch.md). */
export interface Sending {
  late: LateReason;
  sentBefore: SentBefore | null;
}

const notKnownReason = 'The site has no record of what it did the first time';

/**
 * Executes a physical action at most once a key (docs/decisions/0006-gates-at-most-once.md).
 *
 * What was begun before is answered before anything else is checked: were a late repeat of an executed command answered 'expired', the
 * cashier's screen would take a new id and the gate would open twice.
 */
export class AtMostOnce {
  readonly #journal: Journal;
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  async run<N extends OnceCommand>(
    handler: OnceHandler<N>,
    payload: CommandPayload<N>,
    context: CommandContext,
    { late, sentBefore }: Sending,
  ): Promise<CommandResult<N>> {
    const key = handler.key(payload, context);
    const running = this.#running.get(key);
    if (running) return handler.repeated((await running) as CommandResult<N>);
    const loggedAction = this.#journal.loggedAction(key);
    if (loggedAction) return handler.repeated(loggedAction.result as CommandResult<N> | null);
    if (sentBefore && sentBefore.journal !== this.#journal.id) return handler.notKnown(notKnownReason);
    if (late !== null) return this.#expire(handler.expired(payload, context, late));

    this.#begin(key, handler.mayBeginUnstored?.(context) ?? true);
    const run = this.#finish(key, handler.run(payload, context));
    this.#running.set(key, run);
    try {
      return await run;
    } finally {
      this.#running.delete(key);
    }
  }

  /** Waits for what was begun: the journal must not close before the results are stored. */
  async drain(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  #begin(key: string, unstored: boolean): void {
    try {
      this.#journal.begin(key, { unstored });
    } catch (error) {
      if (error instanceof JournalUnwritable) throw new DeviceUnavailable(error.message, { cause: error });
      throw error;
    }
  }

  /** A command that came too late takes no key: nothing was begun. */
  #expire<N extends OnceCommand>({ result, event }: ActionResult<N>): CommandResult<N> {
    if (event) this.#journal.record(event);
    return result;
  }

  async #finish<N extends OnceCommand>(key: string, run: Promise<ActionResult<N>>): Promise<CommandResult<N>> {
    try {
      const { result, event, undone } = await run;
      if (undone) this.#journal.undo(key, event);
      else this.#journal.settle(key, result, event);
      return result;
    } catch (error) {
      // Any other error leaves the outcome open: the key stays taken, and a repeat is told so.
      if (error instanceof DeviceUnavailable || error instanceof CommandRefused) this.#journal.undo(key);
      throw error;
    }
  }
}
