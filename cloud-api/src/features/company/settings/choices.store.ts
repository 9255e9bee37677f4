import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';

/** Locks a list, so that one transaction at a time adds to it. */
export async function lockList(tx: Tx, list: 'promo' | 'reason'): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`list:${list}`}))`.execute(tx);
}

export const promoOf = (tx: Tx, id: number) => tx.selectFrom('promo').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** @returns the promotion with the next number */
export async function insertPromo(tx: Tx, description: string) {
  return tx
    .insertInto('promo')
    .values({ id: sql`(select coalesce(max(id), 0) + 1 from promo)`, description, active: true })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updatePromo(tx: Tx, id: number, change: { description: string; active: boolean }): Promise<void> {
  await tx.updateTable('promo').set(change).where('id', '=', id).execute();
}

const reasonColumns = ['value', 'text', 'kinds', 'active'] as const;

export const allReasons = (db: Db) => db.selectFrom('reason').select(reasonColumns).orderBy('position').orderBy('value').execute();

export const reasonOf = (tx: Tx, value: string) =>
  tx.selectFrom('reason').select(reasonColumns).where('value', '=', value).forUpdate().executeTakeFirst();

/** Appends a reason to the list. */
export async function insertReason(tx: Tx, reason: { value: string; text: string; kinds: string[] }): Promise<void> {
  await tx
    .insertInto('reason')
    .values({ ...reason, active: true, position: sql`(select coalesce(max(position), 0) + 1 from reason)` })
    .execute();
}

export async function updateReason(tx: Tx, value: string, change: { text: string; kinds: string[]; active: boolean }): Promise<void> {
  await tx.updateTable('reason').set(change).where('value', '=', value).execute();
}
