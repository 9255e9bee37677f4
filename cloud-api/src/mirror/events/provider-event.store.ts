import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { stripControlCharacters } from '@washdesk/rules/text/text';
import type { ProviderKind } from '../../common/provider-objects.ts';
import type { Db, Tx } from '../../db/pool.ts';
import type { ProviderEvent } from '../../ports/payment-events.ts';
import { namesErased } from '../erased.store.ts';

/** How long a worker may hold an event before another takes it. */
const claimSeconds = 20;

export interface ClaimedEvent {
  id: string;
  kind: ProviderKind;
  object_id: string;
  attempts: number;
}

/**
 * Stores an event. If the mirror does not need it, it is marked processed at once.
 * @returns false if it is already stored
 */
export async function storeEvent(tx: Tx, { id, type, about, customer, created }: ProviderEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('provider_event')
    .values({
      id,
      type,
      kind: about?.kind ?? null,
      object_id: about?.id ?? null,
      customer,
      created: new Date(created * 1_000),
      worked: about ? null : sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Stored instead of an event about an erased customer. */
const erasedBody = Buffer.from('"erased"');

/** @returns the hex hash of the event, which identifies it */
export async function storeUnknownEvent(db: Db | Tx, body: Buffer, problem: string): Promise<string> {
  const hash = createHash('sha256').update(body).digest();
  const kept = (await namesErased(db, body.toString())) ? erasedBody : body;
  await db
    .insertInto('unknown_event')
    .values({ hash, problem: stripControlCharacters(problem).toWellFormed().slice(0, 1_000), body: kept })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
  return hash.toString('hex');
}

/** Claims all due events of at most `mostObjects` objects. Times are the database's. */
export async function claimEvents(db: Db, mostObjects: number): Promise<ClaimedEvent[]> {
  const { rows } = await sql<ClaimedEvent>`
    with wanted as (
      select kind, object_id from provider_event where worked is null and due <= now()
      group by kind, object_id order by min(due) limit ${mostObjects}
    ), taken as (
      select e.id from provider_event e join wanted on wanted.kind = e.kind and wanted.object_id = e.object_id
      where e.worked is null and e.due <= now()
      for update of e skip locked
    )
    update provider_event e set due = now() + make_interval(secs => ${claimSeconds}), attempts = e.attempts + 1
    from taken where e.id = taken.id
    returning e.id, e.kind, e.object_id, e.attempts`.execute(db);
  return rows;
}

/** Call it in the transaction that stores the objects read because of them. */
export async function markProcessed(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update provider_event set worked = now(), last_error = null where id = any(${ids}::text[])`.execute(tx);
}

/** Makes claimed events due again at once. */
export async function requeueEvents(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update provider_event set due = now() where id = any(${ids}::text[])`.execute(tx);
}

export async function postponeEvents(db: Db, ids: readonly string[], reason: string, waitMs: number): Promise<void> {
  await sql`
    update provider_event set due = now() + make_interval(secs => ${waitMs / 1_000}), last_error = ${reason}
    where id = any(${ids}::text[]) and worked is null`.execute(db);
}

export interface UnknownEvents {
  problem: string;
  count: number;
}

/** Counts the stored events that this release does not understand, by what is unknown. */
export async function unknownEvents(db: Db | Tx, problem: string | null = null): Promise<UnknownEvents[]> {
  const { rows } = await sql<UnknownEvents>`
    select problem, count(*)::int as count from unknown_event where ${problem}::text is null or problem = ${problem}
    group by problem order by count(*) desc, problem limit 50`.execute(db);
  return rows;
}

export async function countUnprocessed(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from provider_event where worked is null`.execute(db);
  return rows[0]!.count;
}
