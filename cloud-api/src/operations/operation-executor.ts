import { Failure } from '../common/failure.ts';
import type { Db } from '../db/pool.ts';
import { applySnapshots, currentSnapshotContext } from '../mirror/apply-snapshots.ts';
import { releaseClaims } from '../mirror/projection/claims.store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Payments, Priority } from '../ports/payments.ts';
import type { ReadSetting } from '../ports/settings.ts';
import { OperationRun, type Execute } from './operation-run.ts';
import { operationById, release, settleOperation } from './operation.store.ts';
import { OperationRefused, type OperationRow, type Outcome, type WhenDone } from './operation.ts';
import { providerFailure } from './provider-failures.ts';
import { readFacts, type FactsSchema } from './stored-facts.ts';

const longestWaitSeconds = 600;
/** The longest wait of an operation that the provider did not answer: it goes on within seconds of the provider's return. */
const longestOutageWaitSeconds = 10;

export interface Answer<A extends object = Record<string, unknown>> {
  status: number;
  body: A;
}

/** What an operation of one kind does. */
export interface DefinedKind {
  facts: FactsSchema<object>;
  execute: Execute<never, object>;
  detachesCards: (facts: never) => boolean;
  whenDone: WhenDone[];
}

export interface ExecutorParts {
  db: Db;
  payments: Payments;
  /** The same provider with calls that wait for all others. */
  backgroundPayments: Payments;
  clock: Clock;
  settings: ReadSetting;
  /** Seconds after which recovery takes an abandoned operation. */
  recoverySeconds: number;
  /** Called after a commit that may have added jobs. */
  jobsAdded: () => void;
}

/** Executes claimed operations, and stores how each ended: done, failed, or started and due again. */
export class OperationExecutor {
  readonly #parts: ExecutorParts;
  readonly #kindOf: (kind: string) => DefinedKind;

  constructor(parts: ExecutorParts, kindOf: (kind: string) => DefinedKind) {
    this.#parts = parts;
    this.#kindOf = kindOf;
  }

  /**
   * Executes a claimed operation from its facts.
   * @throws Failure that ended the operation; anything else leaves it started
   */
  async execute(row: OperationRow, priority: Priority = 'interactive'): Promise<Answer<object>> {
    const { run, execute } = await this.#openRun(row, priority);
    try {
      const outcome = await execute(run);
      return await this.#settle(run, row, { state: 'done', ...outcome });
    } catch (error) {
      return this.#endRun(run, row, providerFailure(error));
    }
  }

  /**
   * Opens a run with the stored facts.
   * @throws Error if they cannot be read: the operation stays started, with the reason for IT
   */
  async #openRun(row: OperationRow, priority: Priority): Promise<{ run: OperationRun<object>; execute: Execute<object, object> }> {
    try {
      const { facts, execute } = this.#kindOf(row.kind);
      const { payments, backgroundPayments, ...parts } = this.#parts;
      const chosen = { ...parts, payments: priority === 'background' ? backgroundPayments : payments };
      const run = new OperationRun<object>(chosen, row, readFacts(row.kind, facts, row.facts ?? {}));
      return { run, execute: execute as Execute<object, object> };
    } catch (error) {
      return this.#releaseUnfinished(row, error);
    }
  }

  /** Settles the operation on a refusal. On anything else leaves it started, for a retry under its key or for recovery. */
  async #endRun(run: OperationRun<object>, row: OperationRow, failure: unknown): Promise<Answer<object>> {
    if (failure instanceof Failure && failure.status < 500) {
      const { status, code, message, details, problems } = failure;
      const within = failure instanceof OperationRefused ? failure.within : undefined;
      return this.#settle(run, row, { state: 'failed', status, body: { code, message, details, problems }, ...(within && { within }) });
    }
    return this.#releaseUnfinished(row, failure);
  }

  /** Releases an operation that has an unknown outcome or could not be executed: it waits for the next attempt. */
  async #releaseUnfinished(row: OperationRow, failure: unknown): Promise<never> {
    const isOutage = failure instanceof Failure && failure.code === 'stripe_unavailable';
    const seconds = isOutage
      ? Math.min(longestOutageWaitSeconds, 2 ** row.runs)
      : Math.min(longestWaitSeconds, this.#parts.recoverySeconds * 2 ** (row.runs - 1));
    await release(this.#parts.db, row.id, failure instanceof Error ? failure.message : String(failure), seconds);
    throw failure;
  }

  /** Stores how the operation ended, and returns it. @throws Failure that ended the operation */
  async #settle(
    run: OperationRun<object>,
    row: OperationRow,
    end: Outcome<object> & { state: 'done' | 'failed' },
  ): Promise<Answer<object>> {
    const { db, jobsAdded } = this.#parts;
    await run.readOvertaken();
    const context = { ...(await currentSnapshotContext(this.#parts)), ofOperation: true };
    const { now } = context;
    const settled = await db.transaction().execute(async (tx) => {
      if (!(await settleOperation(tx, run.id, end))) return false;
      await applySnapshots(tx, run.snapshots, context);
      await releaseClaims(tx, run.id, now);
      await end.within?.(tx, now);
      const listeners = end.state === 'done' ? this.#kindOf(row.kind).whenDone : [];
      for (const write of listeners) await write(tx, { id: run.id, by: run.by, customer: row.customer, body: end.body, at: now });
      return true;
    });
    jobsAdded();
    // another process took over this seemingly abandoned operation and settled it: its answer counts
    const other = settled ? null : await operationById(db, run.id);
    return storedAnswer(other ?? { state: end.state, status: end.status, body: { ...end.body } });
  }
}

/** Returns the stored answer. @throws Failure that ended the operation */
export function storedAnswer({ state, status, body }: Pick<OperationRow, 'state' | 'status' | 'body'>): Answer {
  if (status === null || body === null) throw new Error('a settled operation has no stored answer');
  if (state === 'done') return { status, body };
  const { code, message, details, problems } = body as unknown as Failure;
  throw new Failure(status, code, message, { ...(details && { details }), ...(problems && { problems }) });
}
