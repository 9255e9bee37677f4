import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { ownScope } from '../common/caller.ts';
import { Failure, keyReused, stillInProgress } from '../common/failure.ts';
import { markReplayed } from '../common/replay.ts';
import { hashOfRequest } from '../common/request-hash.ts';
import { WorkLoop } from '../common/work-loop.ts';
import type { Priority } from '../ports/payments.ts';
import { OperationExecutor, storedAnswer, type Answer, type DefinedKind, type ExecutorParts } from './operation-executor.ts';
import type { Execute } from './operation-run.ts';
import {
  claimOperation,
  claimDueOperations,
  operationById,
  operationByKey,
  startOperation,
  isExcluded,
  newestByKey,
  renewClaim,
  setFacts,
  discardOperation,
} from './operation.store.ts';
import { scopeOf, type Begin, type OperationRow, type OperationState, type OperationRequest, type WhenDone } from './operation.ts';
import { withProviderFailures } from './provider-failures.ts';
import { checkedFacts, readFacts, storedFacts, type FactsSchema } from './stored-facts.ts';

const customerBusy = (): Failure => new Failure(409, 'customer_busy', 'Another change to this customer is in progress. Try again');

/** How long a concurrent duplicate, or a change of the same customer, waits for the first (docs/decisions/0002-idempotency-keys.md). */
const waitMs = 10_000;
const lookEveryMs = 100;

interface Parts extends ExecutorParts {
  log: Logger;
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

/** Every change at the provider is an operation: stored as started first, executed under repeatable keys, settled in one transaction. */
export class Operations {
  readonly #parts: Parts;
  readonly #kinds = new Map<string, DefinedKind>();
  readonly #executor: OperationExecutor;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#executor = new OperationExecutor(parts, (kind) => this.#kindOf(kind));
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
    this.#kindOf(kind).whenDone.push(write);
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

  /** Resolves when no operation runs in this process, also none whose caller is gone. */
  async finished(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
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
    if (row.facts) await this.#withClaim(row.id, () => this.#executor.execute(row));
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
        if (row)
          return this.#withClaim(row.id, async () => this.#executor.execute(await this.#prepareFacts(row, prepare, begin), priority));
      }
    }
  }

  /** Collects the facts while no other operation may change what they depend on. A refusal leaves nothing behind. */
  async #prepareFacts<F extends object>(row: OperationRow, prepare: () => Promise<F>, begin: Begin<F> | undefined): Promise<OperationRow> {
    const { db, clock } = this.#parts;
    try {
      const facts = await withProviderFailures(prepare());
      await db.transaction().execute(async (tx) => {
        await setFacts(tx, row.id, storedFacts(this.#kindOf(row.kind).facts, facts), this.#kindOf(row.kind).detachesCards(facts as never));
        await begin?.(tx, { operation: row.id, facts, now: clock.now() });
      });
      return { ...row, facts: storedFacts(this.#kindOf(row.kind).facts, facts) };
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
      return storedAnswer(known);
    }
    const mine = await claimOperation(db, known.id, recoverySeconds);
    if (mine?.facts) return this.#withClaim(mine.id, () => this.#executor.execute(mine, priority));
    // the process that started it died before anything happened: the key is free again
    if (mine) await discardOperation(db, mine.id);
    else await this.#waitUntil(deadline, stillInProgress());
    return null;
  }

  async #waitUntil(until: number, refusal: Failure): Promise<void> {
    if (performance.now() > until) throw refusal;
    await wait(lookEveryMs);
  }

  #kindOf(kind: string): DefinedKind {
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
    const working = work();
    this.#underWay.add(working);
    try {
      return await working;
    } finally {
      clearInterval(holding);
      this.#underWay.delete(working);
    }
  }
}

const scopesOf = (principal: OperationRequest['principal'], key: string): string[] => [
  ...new Set([ownScope(principal), scopeOf(principal, key)]),
];

const atOnce = 8;
const everyMs = 1_000;

/** Resumes operations abandoned by a killed process or an unresponsive provider. Its stop waits for all that run in this process. */
export function recoveryOf(operations: Operations, log: Logger): { start(): void; stop(): Promise<void> } {
  const loop = new WorkLoop({
    round: () => operations.recover(atOnce),
    everyMs,
    onTrouble: (error) => log.warn({ err: error }, 'Cannot recover operations, retrying'),
  });
  return {
    start: () => loop.start(),
    async stop() {
      await loop.stop();
      await operations.finished();
    },
  };
}
