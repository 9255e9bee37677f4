import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';

export interface AnswerKey {
  /** The key's scope: `ownScope` of the principal. */
  principal: string;
  route: string;
  key: string;
}

export interface StoredAnswer {
  requestHash: Buffer;
  status: number;
  body: object;
}

/** Statements on the table of answers, for callers that prepare them by name. */
export const answerStatements = {
  find: `select request_hash as "requestHash", status, body from answer where principal = $1 and route = $2 and key = $3`,
  keep: `insert into answer (principal, route, key, request_hash, status, body, created) values ($1, $2, $3, $4, $5, $6, $7)`,
};

/** Locks the key until the transaction ends. @returns false if another transaction holds it */
export async function tryLockKey(tx: Tx, { principal, key }: Pick<AnswerKey, 'principal' | 'key'>): Promise<boolean> {
  const name = JSON.stringify(['answer', principal, key]);
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(tx);
  return rows[0]!.locked;
}

export function answerOf(tx: Tx, { principal, route, key }: AnswerKey): Promise<StoredAnswer | undefined> {
  return tx
    .selectFrom('answer')
    .select(['request_hash as requestHash', 'status', 'body'])
    .where('principal', '=', principal)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Returns the newest answer under a key, for any route. */
export function newestAnswer(tx: Tx, { principal, key }: Pick<AnswerKey, 'principal' | 'key'>) {
  return tx
    .selectFrom('answer')
    .select(['route', 'status', 'body'])
    .where('principal', '=', principal)
    .where('key', '=', key)
    .orderBy('created', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function keepAnswer(tx: Tx, answerKey: AnswerKey, { requestHash, status, body }: StoredAnswer): Promise<void> {
  const answer = { request_hash: requestHash, status, body: JSON.stringify(body), created: sql<Date>`now()` };
  await tx
    .insertInto('answer')
    .values({ ...answerKey, ...answer })
    .execute();
}
