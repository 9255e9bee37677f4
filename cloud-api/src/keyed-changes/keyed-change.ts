import { setTimeout as wait } from 'node:timers/promises';
import { ownScope, type KeyedCall, type Principal } from '../common/caller.ts';
import { keyReused, stillInProgress } from '../common/failure.ts';
import { markReplayed } from '../common/replay.ts';
import { hashOfRequest } from '../common/request-hash.ts';
import type { Db, Tx } from '../db/pool.ts';
import { answerOf, keepAnswer, newestAnswer, tryLockKey } from './answer.store.ts';

/** How long a concurrent duplicate waits for the first call, as with an operation. */
const waitMs = 10_000;
const lookEveryMs = 100;

/**
 * Makes a database change once per key. The change and its answer are committed together; a repeated call returns that answer. A refusal is
 * not stored, because it changed nothing. A change at Stripe is an operation instead.
 * @param change returns the answer, plain JSON
 * @throws Failure 409 `in_progress`, 422 `key_reused`, and errors of the change
 */
export async function keyedChange<A extends object>(db: Db, call: KeyedCall, change: (tx: Tx) => Promise<A>): Promise<A> {
  const { key } = call;
  if (key === undefined) return db.transaction().execute(change);
  const deadline = performance.now() + waitMs;
  for (;;) {
    const answer = await db.transaction().execute((tx) => changeOnce(tx, { ...call, key }, change));
    if (answer !== null) return answer;
    if (performance.now() > deadline) throw stillInProgress();
    await wait(lookEveryMs);
  }
}

/** @returns null while another call holds the key */
async function changeOnce<A extends object>(
  tx: Tx,
  { principal, route, key, request }: KeyedCall & { key: string },
  change: (tx: Tx) => Promise<A>,
): Promise<A | null> {
  const answerKey = { principal: ownScope(principal), route, key };
  if (!(await tryLockKey(tx, answerKey))) return null;
  const requestHash = hashOfRequest(request);
  const kept = await answerOf(tx, answerKey);
  if (kept) {
    if (!kept.requestHash.equals(requestHash)) throw keyReused();
    markReplayed();
    // stored by the same call, so it has that call's type
    return kept.body as A;
  }
  const answer = await change(tx);
  await keepAnswer(tx, answerKey, { requestHash, status: 200, body: answer });
  return answer;
}

/** Returns the state of a keyed change with a lost response; null if nothing was started under the key. */
export function keyedChangeState(db: Db, by: Pick<Principal, 'kind' | 'id'>, key: string) {
  const held = { principal: ownScope(by), key };
  return db.transaction().execute(async (tx) => {
    if (!(await tryLockKey(tx, held))) return { state: 'started' as const };
    const answer = await newestAnswer(tx, held);
    return answer ? { state: 'done' as const, ...answer } : null;
  });
}
