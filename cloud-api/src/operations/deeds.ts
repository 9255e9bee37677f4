import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../db/pool.ts';
import { Failure } from '../common/failure.ts';
import { settleClaims } from '../mirror/projection/claims.store.ts';
import { contextNow, learn } from '../mirror/snapshots/learn.ts';
import type { Clock } from '../ports/clock.ts';
import type { Payments } from '../ports/payments.ts';
import type { ReadSetting } from '../ports/settings.ts';
import { Act, type Perform } from './act.ts';
import {
  claimDeed,
  claimDueDeeds,
  deedById,
  deedByKey,
  intend,
  isExcluded,
  newestByKey,
  release,
  renewClaim,
  setFacts,
  settleDeed,
  withdraw,
} from './deed.store.ts';
import { DeedRefused, ownScope, scopeOf, type Begin, type DeedRow, type DeedState, type Intent, type Outcome } from './deed.ts';
import { asked, failureOf } from './provider-failures.ts';
import { hashOfRequest } from './request-hash.ts';

/** How long a concurrent duplicate, or a change of the same customer, waits for the first (design section 4, "Money once"). */
const waitMs = 10_000;
const lookEveryMs = 100;
const longestWaitSeconds = 600;

interface Parts {
  db: Db;
  payments: Payments;
  clock: Clock;
  log: Logger;
  settings: ReadSetting;
  /** After this a deed left behind is taken up by the recovery. */
  recoverySeconds: number;
  /** Called after a commit that may owe something. */
  owed: () => void;
}

export interface Answer<A extends object = Record<string, unknown>> {
  status: number;
  body: A;
}

/** One kind of deed, ready to be done. */
export interface DeedKind<F, A extends object = Record<string, unknown>> {
  /**
   * Does it once for this key, or answers what it answered before.
   * @param prepare decides every fact before the first call to the provider; a Failure it throws leaves no deed behind
   * @param begin claims what the deed needs for itself
   * @throws Failure 409 `in_progress`, 409 `customer_busy`, 422 `key_reused`, 503 `stripe_unavailable`, and what the deed ended with
   */
  run(intent: Intent, prepare: () => Promise<F>, begin?: Begin<F>): Promise<Answer<A>>;
}

/** Whatever changes the provider is a deed: intended first, done under keys that can be repeated, settled in one transaction. */
export class Deeds {
  readonly #parts: Parts;
  readonly #kinds = new Map<string, Perform<never, object>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  define<F extends object, A extends object = Record<string, unknown>>(kind: string, perform: Perform<F, A>): DeedKind<F, A> {
    if (this.#kinds.has(kind)) throw new Error(`two deeds are named ${kind}`);
    this.#kinds.set(kind, perform);
    // an answer is stored as JSON and comes back as what the same kind once made
    return { run: (intent, prepare, begin) => this.#run(kind, intent, prepare, begin) as Promise<Answer<A>> };
  }

  /** What has become of the newest deed under a key. */
  async stateOf(principal: Intent['principal'], key: string): Promise<DeedState | null> {
    const row = await newestByKey(this.#parts.db, scopesOf(principal, key), key);
    return row && { id: row.id, kind: row.kind, state: row.state, status: row.status, answer: row.body };
  }

  /**
   * The act that a call names as the one it is a step of (`X-Deed`).
   * @throws Failure 404 `deed_not_found`, 409 `deed_not_done`
   */
  async doneBy(principal: Intent['principal'], key: string): Promise<{ id: string; customer: string | null }> {
    const row = await newestByKey(this.#parts.db, scopesOf(principal, key), key);
    if (!row) throw new Failure(404, 'deed_not_found', 'No act bears this key');
    if (row.state !== 'done') throw new Failure(409, 'deed_not_done', 'This act has not succeeded');
    return { id: row.id, customer: row.customer };
  }

  /** Finishes deeds that were left behind. @returns how many were taken */
  async recover(most: number): Promise<number> {
    const rows = await claimDueDeeds(this.#parts.db, most, this.#parts.recoverySeconds);
    const ended = rows.map((row) =>
      this.#recovered(row).catch((error: unknown) => {
        const settled = error instanceof Failure && error.status < 500;
        this.#parts.log[settled ? 'info' : 'warn']({ err: error, deed: row.id, kind: row.kind }, 'a deed was taken up again');
      }),
    );
    await Promise.all(ended);
    return rows.length;
  }

  async #recovered(row: DeedRow): Promise<void> {
    if (row.facts) await this.#held(row.id, () => this.#perform(row));
    else await withdraw(this.#parts.db, row.id);
  }

  async #run<F extends object>(kind: string, intent: Intent, prepare: () => Promise<F>, begin?: Begin<F>): Promise<Answer<object>> {
    const { db, recoverySeconds } = this.#parts;
    const { principal, route, key, customer, exclusive = null } = intent;
    const { session: _, ...by } = principal;
    const scope = scopeOf(principal, key);
    const requestHash = hashOfRequest(intent.request);
    const patience = performance.now() + waitMs;
    for (;;) {
      const known = await deedByKey(db, scope, route, key);
      if (known) {
        const answer = await this.#again(known, requestHash, patience);
        if (answer) return answer;
      } else if (exclusive && (await isExcluded(db, exclusive))) {
        await this.#bePatient(patience, 'customer_busy', 'Another change of this customer is under way. Please try again');
      } else {
        const deed = { id: uuidv7(), kind, scope, route, key, requestHash, by, customer, exclusive };
        const row = await intend(db, deed, recoverySeconds);
        if (row) return this.#held(row.id, async () => this.#perform(await this.#prepared(row, prepare, begin)));
      }
    }
  }

  /** Finds the facts while nobody else may change what they rest on. A refusal leaves nothing behind. */
  async #prepared<F extends object>(row: DeedRow, prepare: () => Promise<F>, begin: Begin<F> | undefined): Promise<DeedRow> {
    const { db, clock } = this.#parts;
    try {
      const facts = await asked(prepare());
      await db.transaction().execute(async (tx) => {
        await setFacts(tx, row.id, facts);
        await begin?.(tx, { deed: row.id, facts, now: clock.now() });
      });
      return { ...row, facts };
    } catch (error) {
      await withdraw(db, row.id);
      throw error;
    }
  }

  /** The key is known: its answer, or the same deed taken up where it stands. @returns null to look again */
  async #again(known: DeedRow, requestHash: Buffer, patience: number): Promise<Answer<object> | null> {
    const { db, recoverySeconds } = this.#parts;
    if (!known.requestHash.equals(requestHash)) throw new Failure(422, 'key_reused', 'This Idempotency-Key was used for another request');
    if (known.state !== 'intended') return replayed(known);
    const mine = await claimDeed(db, known.id, recoverySeconds);
    if (mine?.facts) return this.#held(mine.id, () => this.#perform(mine));
    // whoever began it died before anything happened: the key is free again
    if (mine) await withdraw(db, mine.id);
    else await this.#bePatient(patience, 'in_progress', 'This is still under way. Please check again in a moment');
    return null;
  }

  async #bePatient(until: number, code: string, message: string): Promise<void> {
    if (performance.now() > until) throw new Failure(409, code, message);
    await wait(lookEveryMs);
  }

  async #perform(row: DeedRow): Promise<Answer<object>> {
    const { db, payments } = this.#parts;
    const perform = this.#kinds.get(row.kind) as Perform<object, object> | undefined;
    if (!perform) throw new Error(`nobody knows how to do the deed ${row.kind}`);
    const act = new Act<object>(db, payments, row);
    try {
      const outcome = await perform(act);
      return await this.#settle(act, { state: 'done', ...outcome });
    } catch (error) {
      return this.#ended(act, row, failureOf(error));
    }
  }

  /** Keeps the claim for as long as the work takes. */
  async #held<T>(id: string, work: () => Promise<T>): Promise<T> {
    const { db, log, recoverySeconds } = this.#parts;
    const renew = (): void => {
      renewClaim(db, id, recoverySeconds).catch((error: unknown) => log.warn({ err: error, deed: id }, 'a claim could not be renewed'));
    };
    const holding = setInterval(renew, (recoverySeconds * 1_000) / 3);
    try {
      return await work();
    } finally {
      clearInterval(holding);
    }
  }

  /** A refusal settles the deed; anything else leaves it intended, for the next try under its key or the recovery. */
  async #ended(act: Act<object>, row: DeedRow, failure: unknown): Promise<Answer<object>> {
    if (failure instanceof Failure && failure.status < 500) {
      const { status, code, message, details, problems } = failure;
      const within = failure instanceof DeedRefused ? failure.within : undefined;
      return this.#settle(act, { state: 'failed', status, body: { code, message, details, problems }, ...(within && { within }) });
    }
    const seconds = Math.min(longestWaitSeconds, this.#parts.recoverySeconds * 2 ** (row.runs - 1));
    await release(this.#parts.db, row.id, failure instanceof Error ? failure.message : String(failure), seconds);
    throw failure;
  }

  /** @throws Failure that the deed ended with */
  async #settle(act: Act<object>, end: Outcome<object> & { state: 'done' | 'failed' }): Promise<Answer<object>> {
    const { db, owed } = this.#parts;
    const context = await contextNow(this.#parts);
    const { now } = context;
    const settled = await db.transaction().execute(async (tx) => {
      if (!(await settleDeed(tx, act.id, end))) return false;
      await learn(tx, act.readings, context);
      await settleClaims(tx, act.id, now);
      await end.within?.(tx, now);
      return true;
    });
    owed();
    // whoever took this deed over while it seemed left behind has done the same, and has said so already
    const row = settled ? null : await deedById(db, act.id);
    return replayed(row ?? { state: end.state, status: end.status, body: { ...end.body } });
  }
}

const scopesOf = (principal: Intent['principal'], key: string): string[] => [...new Set([ownScope(principal), scopeOf(principal, key)])];

function replayed({ state, status, body }: Pick<DeedRow, 'state' | 'status' | 'body'>): Answer {
  if (status === null || body === null) throw new Error('a settled deed has no answer');
  if (state === 'done') return { status, body };
  const { code, message, details, problems } = body as unknown as Failure;
  throw new Failure(status, code, message, { ...(details && { details }), ...(problems && { problems }) });
}
