import { sql, type Selectable } from 'kysely';
import type { Db, Tx } from '../db/pool.ts';
import type { OperationTable } from '../db/tables/operations.ts';
import type { OperationActor, OperationRow } from './operation.ts';

type Stored = Selectable<OperationTable> & { age_ms: number; claimed: boolean };

const columns = sql`*, extract(epoch from now() - created)::float8 * 1000 as age_ms, claimed_until > now() as claimed`;

const asRow = (row: Stored): OperationRow => ({
  id: row.id,
  kind: row.kind,
  requestHash: row.request_hash,
  by: row.by,
  customer: row.customer,
  facts: row.facts,
  state: row.state as OperationRow['state'],
  attempts: row.attempts,
  runs: row.runs,
  status: row.status,
  body: row.body as Record<string, unknown> | null,
  ageMs: row.age_ms,
  claimed: row.claimed,
});

export interface NewOperation {
  id: string;
  kind: string;
  scope: string;
  route: string;
  key: string;
  requestHash: Buffer;
  by: OperationActor;
  customer: string | null;
  exclusive: string | null;
}

/**
 * Inserts an operation claimed by this process, with its facts still missing.
 * @returns null if the key already exists or a running operation excludes this one
 */
export async function startOperation(db: Db, operation: NewOperation, claimSeconds: number): Promise<OperationRow | null> {
  const { rows } = await sql<Stored>`
    insert into operation (id, kind, scope, route, key, request_hash, by, customer, exclusive, state, runs, claimed_until, due)
    values (${operation.id}, ${operation.kind}, ${operation.scope}, ${operation.route}, ${operation.key}, ${operation.requestHash}, ${JSON.stringify(operation.by)},
      ${operation.customer}, ${operation.exclusive}, 'started', 1,
      now() + make_interval(secs => ${claimSeconds}), now() + make_interval(secs => ${claimSeconds}))
    on conflict do nothing
    returning ${columns}`.execute(db);
  return rows[0] ? asRow(rows[0]) : null;
}

/** Stores the facts; from then on any process can execute the operation. @throws Error if it was discarded meanwhile */
export async function setFacts(tx: Tx, id: string, facts: object, detachesCards: boolean): Promise<void> {
  const { rows } = await sql`
    update operation set facts = ${JSON.stringify(facts)}, detaches_cards = ${detachesCards}
    where id = ${id} and state = 'started' returning id`.execute(tx);
  if (rows.length === 0) throw new Error('the operation was discarded while its facts were collected');
}

/** Removes an operation that was refused before it had facts: nothing has happened, and its key is free again. */
export async function discardOperation(db: Db, id: string): Promise<void> {
  await sql`delete from operation where id = ${id} and state = 'started' and facts is null`.execute(db);
}

export async function operationByKey(db: Db, scope: string, route: string, key: string): Promise<OperationRow | null> {
  const { rows } = await sql<Stored>`
    select ${columns} from operation where scope = ${scope} and route = ${route} and key = ${key}`.execute(db);
  return rows[0] ? asRow(rows[0]) : null;
}

export async function operationById(db: Db, id: string): Promise<OperationRow | null> {
  const { rows } = await sql<Stored>`select ${columns} from operation where id = ${id}`.execute(db);
  return rows[0] ? asRow(rows[0]) : null;
}

/** Returns the newest operation under a key, for any route. */
export async function newestByKey(db: Db, scopes: readonly string[], key: string): Promise<OperationRow | null> {
  const { rows } = await sql<Stored>`
    select ${columns} from operation where scope = any(${scopes}) and key = ${key} order by created desc limit 1`.execute(db);
  return rows[0] ? asRow(rows[0]) : null;
}

/** Whether another operation that excludes this one is in progress. */
export async function isExcluded(db: Db, exclusive: string): Promise<boolean> {
  const { rows } = await sql`select 1 from operation where exclusive = ${exclusive} and state = 'started'`.execute(db);
  return rows.length > 0;
}

/** Claims a started operation that is not claimed. @returns null if it is claimed or settled */
export async function claimOperation(db: Db, id: string, claimSeconds: number): Promise<OperationRow | null> {
  const { rows } = await sql<Stored>`
    update operation set claimed_until = now() + make_interval(secs => ${claimSeconds}), runs = runs + 1
    where id = ${id} and state = 'started' and claimed_until <= now()
    returning ${columns}`.execute(db);
  return rows[0] ? asRow(rows[0]) : null;
}

/** Claims due operations: started a while ago and abandoned by their process. */
export async function claimDueOperations(db: Db, most: number, claimSeconds: number): Promise<OperationRow[]> {
  const { rows } = await sql<Stored>`
    update operation set claimed_until = now() + make_interval(secs => ${claimSeconds}), runs = runs + 1
    where id in (
      select id from operation where state = 'started' and due <= now() and claimed_until <= now()
      order by due limit ${most} for update skip locked
    )
    returning ${columns}`.execute(db);
  return rows.map(asRow);
}

/** Extends the claim of a process that is still executing the operation. */
export async function renewClaim(db: Db, id: string, claimSeconds: number): Promise<void> {
  await sql`update operation set claimed_until = now() + make_interval(secs => ${claimSeconds}) where id = ${id} and state = 'started'`.execute(
    db,
  );
}

/** Releases an operation with an unknown outcome: at once for the caller's retry, after a while for recovery. */
export async function release(db: Db, id: string, error: string, waitSeconds: number): Promise<void> {
  await sql`update operation set claimed_until = now(), due = now() + make_interval(secs => ${waitSeconds}), last_error = ${error}
    where id = ${id} and state = 'started'`.execute(db);
}

/** @returns false if another process, which claimed it after this claim expired, has settled it */
export async function settleOperation(
  tx: Tx,
  id: string,
  { state, status, body }: { state: 'done' | 'failed'; status: number; body: object },
): Promise<boolean> {
  const { rows } = await sql`
    update operation set state = ${state}, status = ${status}, body = ${JSON.stringify(body)}, settled = now(), last_error = null
    where id = ${id} and state = 'started' returning id`.execute(tx);
  return rows.length > 0;
}

/**
 * Increments the attempt number of a step, so that two processes executing the same operation continue under the same key, whichever comes
 * first.
 * @param tried the attempt whose key no longer returns the outcome
 * @returns the attempt numbers of all steps
 */
export async function nextAttempt(db: Db, id: string, step: string, tried: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ attempts: Record<string, number> }>`
    update operation set attempts = jsonb_set(attempts, array[${step}], to_jsonb(greatest((attempts->>${step})::int, ${tried + 1}::int)))
    where id = ${id} returning attempts`.execute(db);
  return rows[0]!.attempts;
}
