import type { CommandPayload, CommandResult } from '@washdesk/site-protocol/commands';
import type { SentBefore } from '@washdesk/site-protocol/envelope';
import { JournalUnwritable, type Journal } from '../journal/journal.ts';
import type { Alongside } from '../journal/lane-usages.ts';
import { JournalFull } from '../journal/outbox.ts';
import { CommandRefused, type ActionResult, type CommandContext, type OnceCommand, type OnceHandler } from '../ports/commands.ts';
import { DeviceUnavailable } from '../ports/device.ts';
import { CommandExpired } from '../ports/write-deadline.ts';

/** Why a command arrived too late to begin, as a sentence; null if it is in time. */
export type LateReason = string | null;

/** The fields of a command's body about its own sending (docs/decisions/0028-journal-validity.md). */
export interface Sending {
  late: LateReason;
  sentBefore: SentBefore | null;
  /** What is stored with the action's key. */
  alongside?: Alongside | null;
}

const notKnownReason = 'The site has no record of what it did the first time';
const withdrawnReason = 'It didn’t reach the gate';

/**
 * Executes a physical action at most once per key (docs/decisions/0006-gates-at-most-once.md).
 *
 * Returns the outcome of an action that has already begun before any other check. If a late repeat of an executed command returned
 * 'expired', the cashier's screen would use a new id and the gate would open twice.
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
    { late, sentBefore, alongside }: Sending,
  ): Promise<CommandResult<N>> {
    const key = handler.key(payload, context);
    const running = this.#running.get(key);
    if (running) return handler.repeated((await running) as CommandResult<N>);
    const loggedAction = this.#journal.loggedAction(key);
    if (loggedAction) return handler.repeated(loggedAction.result as CommandResult<N> | null);
    if (sentBefore && sentBefore.journal !== this.#journal.id) return handler.notKnown(notKnownReason);
    if (sentBefore && handler.repeatOnlyAsks) return this.#withdraw(key, handler.expired(payload, context, withdrawnReason));
    if (late !== null) return this.#expire(handler.expired(payload, context, late));

    const refused = handler.refused?.(payload, context) ?? null;
    if (refused !== null) return refused;
    const action = handler.prepare(payload, context);
    this.#begin(key, handler.mayBeginUnstored?.(context) ?? true, alongside);
    const run = this.#finish(key, action(), (why) => handler.expired(payload, context, why));
    this.#running.set(key, run);
    try {
      return await run;
    } finally {
      this.#running.delete(key);
    }
  }

  /** Waits for running actions. The journal must not close before their results are stored. */
  async drain(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  #begin(key: string, unstored: boolean, alongside?: Alongside | null): void {
    try {
      this.#journal.begin(key, { unstored, alongside });
    } catch (error) {
      if (error instanceof JournalUnwritable || error instanceof JournalFull) throw new DeviceUnavailable(error.message, { cause: error });
      throw error;
    }
  }

  /** Takes the key of an action that never arrived, so that its first copy, if it is still on its way, does nothing either. */
  #withdraw<N extends OnceCommand>(key: string, { result }: ActionResult<N>): CommandResult<N> {
    this.#begin(key, true);
    this.#journal.settle(key, result);
    return result;
  }

  /** Does not store the key, because a command that arrived too late started nothing. */
  #expire<N extends OnceCommand>({ result, event }: ActionResult<N>): CommandResult<N> {
    if (event) this.#journal.record(event);
    return result;
  }

  async #finish<N extends OnceCommand>(
    key: string,
    run: Promise<ActionResult<N>>,
    expired: (why: string) => ActionResult<N>,
  ): Promise<CommandResult<N>> {
    try {
      const { result, event, undone } = await run;
      if (undone) this.#journal.undo(key, event);
      else this.#journal.settle(key, result, event);
      return result;
    } catch (error) {
      if (error instanceof CommandExpired) {
        const { result, event } = expired(error.message);
        this.#journal.undo(key, event);
        return result;
      }
      // any other error leaves the outcome unknown: the key stays taken, and a repeat reports that
      if (error instanceof DeviceUnavailable || error instanceof CommandRefused) this.#journal.undo(key);
      throw error;
    }
  }
}
