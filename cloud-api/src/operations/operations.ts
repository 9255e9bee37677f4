import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { ownScope } from '../common/caller.ts';
import { Failure, keyReused, stillInProgress } from '../common/failure.ts';
import { markReplayed } from '../common/replay.ts';
import { hashOfRequest } from '../common/request-hash.ts';
import { WorkLoop } from '../common/work-loop.ts';
import type { Db } from '../db/pool.ts';
import { currentSnapshotContext, applySnapshots } from '../mirror/apply-snapshots.ts';
import { releaseClaims } from '../mirror/projection/claims.store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Payments, Priority } from '../ports/payments.ts';
import type { ReadSetting } from '../ports/settings.ts';
import { OperationRun, type Execute } from './operation-run.ts';
import {
  claimOperation,
  claimDueOperations,
  operationById,
  operationByKey,
  startOperation,
  isExcluded,
  newestByKey,
  release,
  renewClaim,
  setFacts,
  settleOperation,
  discardOperation,
} from './operation.store.ts';
import {
  OperationRefused,
  scopeOf,
  type Begin,
  type OperationRow,
  type OperationState,
  type OperationRequest,
  type Outcome,
  type WhenDone,
} from './operation.ts';
import { withProviderFailures, providerFailure } from './provider-failures.ts';
import { checkedFacts, readFacts, storedFacts, type FactsSchema } from './stored-facts.ts';

const customerBusy = (): Failure => new Failure(409, 'customer_busy', 'Another change to this customer is in progress. Try again');

/** How long a concurrent duplicate, or a change of the same customer, waits for the first (docs/decisions/0002-idempotency-keys.md). */
const waitMs = 10_000;
const lookEveryMs = 100;
const longestWaitSeconds = 600;
/** The longest wait of an operation that the provider did not answer: it goes on within seconds of the provider's return. */
const longestOutageWaitSeconds = 10;

interface Parts {
  db: Db;
  payments: Payments;
  /** The same provider with calls that wait for all others. */
  backgroundPayments: Payments;
  clock: Clock;
  log: Logger;
  settings: ReadSetting;
  /** Seconds after which recovery takes an abandoned operation. */
  recoverySeconds: number;
  /** Called after a commit that may have added jobs. */
  jobsAdded: () => void;
}

export interface Answer<A extends object = Record<string, unknown>> {
  status: number;
  body: A;
}

/** One kind of operation, which can be run. */
export interface OperationKind<F, A extends object = Record<string, unknown>> {
  /**
   * Executes the operation once for this key, or returns the stored answer of the key.
   * @param prepare collects every fact before the first call to the provider; if it throws a Failure, no operation remains
   * @param begin claims what the operation needs exclusively
   * @throws Failure 409 `in_progress`, 409 `customer_busy`, 422 `key_reused`, 503 `stripe_unavailable`, and the failure that ended the
   * operation
   */
  run(request: OperationRequest, prepare: () => Promise<F>, begin?: Begin<F>): Promise<Answer<A>>;
  /** Returns the facts of the principal's operation under another key (`X-Operation`); null if it is of another kind or not done. */
  doneFacts(principal: OperationRequest['principal'], key: string): Promise<F | null>;
  /** Returns the stored facts of an operation of this kind, by its id; null for any other id. */
  factsOf(operation: string): Promise<F | null>;
}

interface KindOptions<F> {
  /** Whether an operation with these facts detaches cards of its customer: the mirror then reports no missing card. */
  detachesCards?: (facts: F) => boolean;
}

interface DefinedKind {
  facts: FactsSchema<object>;
  execute: Execute<never, object>;
  detachesCards: (facts: never) => boolean;
  whenDone: WhenDone[];
}

/** Every change at the provider is an operation: stored as started first, executed under repeatable keys, settled in one transaction. */
export class Operations {
  readonly #parts: Parts;
  readonly #kinds = new Map<string, DefinedKind>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @param facts the schema of this kind's facts: checked before they are stored, parsed when a stored operation is resumed */
  define<F extends object, A extends object = Record<string, unknown>>(
    kind: string,
    facts: FactsSchema<F>,
    execute: Execute<F, A>,
    { detachesCards = () => false }: KindOptions<F> = {},
  ): OperationKind<F, A> {
    if (this.#kinds.has(kind)) throw new Error(`operation kind already defined: ${kind}`);
    this.#kinds.set(kind, { facts, execute, detachesCards, whenDone: [] });
    const checked = (prepare: () => Promise<F>) => async () => checkedFacts(kind, facts, await prepare());
    // stored as JSON by the same kind, so it has that kind's type
    return {
      run: (request, prepare, begin) => this.#run(kind, request, checked(prepare), begin) as Promise<Answer<A>>,
      doneFacts: async (principal, key) => {
        const row = await newestByKey(this.#parts.db, scopesOf(principal, key), key);
        return row?.kind === kind && row.state === 'done' && row.facts ? readFacts(kind, facts, row.facts) : null;
      },
      factsOf: async (operation) => {
        const row = await operationById(this.#parts.db, operation);
        return row?.kind === kind && row.facts ? readFacts(kind, facts, row.facts) : null;
      },
    };
  }

  /** Registers what another feature writes in the transaction that ends a successful operation of this kind. */
  whenDone(kind: string, write: WhenDone): void {
    this.#kindOf({ kind }).whenDone.push(write);
  }

  /** Returns the state of the newest operation under a key. */
  async stateOf(principal: OperationRequest['principal'], key: string): Promise<OperationState | null> {
    const row = await newestByKey(this.#parts.db, scopesOf(principal, key), key);
    return row && { id: row.id, kind: row.kind, state: row.state, status: row.status, answer: row.body };
  }

  /**
   * Returns the operation that a call is a step of, as named by `X-Operation`.
   * @throws Failure 404 `operation_not_found`, 409 `operation_not_done`
   */
  async doneBy(principal: OperationRequest['principal'], key: string): Promise<{ id: string; customer: string | null }> {
    const row = await newestByKey(this.#parts.db, scopesOf(principal, key), key);
    if (!row) throw new Failure(404, 'operation_not_found', 'No operation has this key');
    if (row.state !== 'done') throw new Failure(409, 'operation_not_done', 'This operation didn’t succeed');
    return { id: row.id, customer: row.customer };
  }

  /**
   * Runs a started operation now, for a person who does not want to wait for the recovery.
   * @returns its state afterwards; null for an unknown id
   */
  async resume(id: string): Promise<OperationState | null> {
    const row = await claimOperation(this.#parts.db, id, this.#parts.recoverySeconds);
    if (row) await this.#recoverLogged(row);
    const after = await operationById(this.#parts.db, id);
    return after && { id, kind: after.kind, state: after.state, status: after.status, answer: after.body };
  }

  /** Finishes abandoned operations. @returns how many were claimed */
  async recover(most: number): Promise<number> {
    const rows = await claimDueOperations(this.#parts.db, most, this.#parts.recoverySeconds);
    await Promise.all(rows.map((row) => this.#recoverLogged(row)));
    return rows.length;
  }

  async #recoverLogged(row: OperationRow): Promise<void> {
    try {
      await this.#recovered(row);
    } catch (error) {
      const settled = error instanceof Failure && error.status < 500;
      this.#parts.log[settled ? 'info' : 'warn']({ err: error, operation: row.id, kind: row.kind }, 'an operation was taken up again');
    }
  }

  async #recovered(row: OperationRow): Promise<void> {
    if (row.facts) await this.#withClaim(row.id, () => this.#execute(row));
    else await discardOperation(this.#parts.db, row.id);
  }

  async #run<F extends object>(
    kind: string,
    request: OperationRequest,
    prepare: () => Promise<F>,
    begin?: Begin<F>,
  ): Promise<Answer<object>> {
    const { db, recoverySeconds } = this.#parts;
    const { principal, route, key, customer, exclusive = null, priority } = request;
    const { session: _, ...by } = principal;
    const scope = scopeOf(principal, key);
    const requestHash = hashOfRequest(request.request);
    const deadline = performance.now() + waitMs;
    for (;;) {
      const known = await operationByKey(db, scope, route, key);
      if (known) {
        const answer = await this.#answerKnown(known, requestHash, deadline, priority);
        if (answer) return answer;
      } else if (exclusive && (await isExcluded(db, exclusive))) {
        await this.#waitUntil(deadline, customerBusy());
      } else {
        const operation = { id: uuidv7(), kind, scope, route, key, requestHash, by, customer, exclusive };
        const row = await startOperation(db, operation, recoverySeconds);
        if (row) return this.#withClaim(row.id, async () => this.#execute(await this.#prepareFacts(row, prepare, begin), priority));
      }
    }
  }

  /** Collects the facts while no other operation may change what they depend on. A refusal leaves nothing behind. */
  async #prepareFacts<F extends object>(row: OperationRow, prepare: () => Promise<F>, begin: Begin<F> | undefined): Promise<OperationRow> {
    const { db, clock } = this.#parts;
    try {
      const facts = await withProviderFailures(prepare());
      await db.transaction().execute(async (tx) => {
        await setFacts(tx, row.id, storedFacts(this.#kindOf(row).facts, facts), this.#kindOf(row).detachesCards(facts as never));
        await begin?.(tx, { operation: row.id, facts, now: clock.now() });
      });
      return { ...row, facts: storedFacts(this.#kindOf(row).facts, facts) };
    } catch (error) {
      await discardOperation(db, row.id);
      throw error;
    }
  }

  /**
   * Handles a known key: returns the stored answer, or continues its operation.
   * @returns null if the caller must look the key up again
   */
  async #answerKnown(
    known: OperationRow,
    requestHash: Buffer,
    deadline: number,
    priority: Priority | undefined,
  ): Promise<Answer<object> | null> {
    const { db, recoverySeconds } = this.#parts;
    if (!known.requestHash.equals(requestHash)) throw keyReused();
    if (known.state !== 'started') {
      markReplayed();
      return replayed(known);
    }
    const mine = await claimOperation(db, known.id, recoverySeconds);
    if (mine?.facts) return this.#withClaim(mine.id, () => this.#execute(mine, priority));
    // the process that started it died before anything happened: the key is free again
    if (mine) await discardOperation(db, mine.id);
    else await this.#waitUntil(deadline, stillInProgress());
    return null;
  }

  async #waitUntil(until: number, refusal: Failure): Promise<void> {
    if (performance.now() > until) throw refusal;
    await wait(lookEveryMs);
  }

  async #execute(row: OperationRow, priority: Priority = 'interactive'): Promise<Answer<object>> {
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
      const { facts, execute } = this.#kindOf(row);
      const { payments, backgroundPayments, ...parts } = this.#parts;
      const chosen = { ...parts, payments: priority === 'background' ? backgroundPayments : payments };
      const run = new OperationRun<object>(chosen, row, readFacts(row.kind, facts, row.facts ?? {}));
      return { run, execute: execute as Execute<object, object> };
    } catch (error) {
      return this.#releaseUnfinished(row, error);
    }
  }

  #kindOf({ kind }: Pick<OperationRow, 'kind'>) {
    const known = this.#kinds.get(kind);
    if (!known) throw new Error(`no handler registered for the operation ${kind}`);
    return known;
  }

  /** Renews the claim until the work ends. */
  async #withClaim<T>(id: string, work: () => Promise<T>): Promise<T> {
    const { db, log, recoverySeconds } = this.#parts;
    const renew = (): void => {
      renewClaim(db, id, recoverySeconds).catch((error: unknown) =>
        log.warn({ err: error, operation: id }, 'Cannot renew the claim on an operation'),
      );
    };
    const holding = setInterval(renew, (recoverySeconds * 1_000) / 3);
    try {
      return await work();
    } finally {
      clearInterval(holding);
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
      const listeners = end.state === 'done' ? this.#kindOf(row).whenDone : [];
      for (const write of listeners) await write(tx, { id: run.id, by: run.by, customer: row.customer, body: end.body, at: now });
      return true;
    });
    jobsAdded();
    // another process took over this seemingly abandoned operation and settled it: its answer counts
    const other = settled ? null : await operationById(db, run.id);
    return replayed(other ?? { state: end.state, status: end.status, body: { ...end.body } });
  }
}

const scopesOf = (principal: OperationRequest['principal'], key: string): string[] => [
  ...new Set([ownScope(principal), scopeOf(principal, key)]),
];

function replayed({ state, status, body }: Pick<OperationRow, 'state' | 'status' | 'body'>): Answer {
  if (status === null || body === null) throw new Error('a settled operation has no stored answer');
  if (state === 'done') return { status, body };
  const { code, message, details, problems } = body as unknown as Failure;
  throw new Failure(status, code, message, { ...(details && { details }), ...(problems && { problems }) });
}

const atOnce = 8;
const everyMs = 1_000;

/** The loop that resumes operations abandoned by a killed process or an unresponsive provider. */
export const recoveryOf = (operations: Operations, log: Logger): WorkLoop =>
  new WorkLoop({
    round: () => operations.recover(atOnce),
    everyMs,
    onTrouble: (error) => log.warn({ err: error }, 'Cannot recover operations, retrying'),
  });
