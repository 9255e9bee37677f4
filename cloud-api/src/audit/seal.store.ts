import { sql } from 'kysely';
import type { Db, Tx } from '../db/pool.ts';
import type { AuditText, Seal } from './seal.ts';

/** Any number that no other advisory lock of this database uses. */
const sealingLock = 4_120_518;

/** The lowest id that an audit row of this moment can have: a version 7 UUID starts with its time in milliseconds. */
export function leastIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

const msOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** Returns false if another process is sealing. The lock ends with the transaction. */
export async function lockSealing(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${sealingLock}) as locked`.execute(tx);
  return rows[0]?.locked ?? false;
}

export async function lastSeal(db: Db | Tx): Promise<Seal | null> {
  return (await db.selectFrom('audit_seal').select(['seq', 'audit', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst()) ?? null;
}

const asText = sql<AuditText>`select a.id, a.at, a.actor, a.approver, a.site, a.device, a.action, a.subject,
  a.before::text as before, a.after::text as after, a.why, a.request_id from audit a`;

/** Returns committed rows without a seal, oldest first. A transaction may commit after one that began later, but not by an hour. */
export async function unsealedRows(tx: Tx, most: number): Promise<AuditText[]> {
  const newest = await tx.selectFrom('audit_seal').select('audit').orderBy('audit', 'desc').limit(1).executeTakeFirst();
  const from = newest ? sql`and a.id >= ${leastIdAt(msOf(newest.audit) - 3_600_000)}` : sql``;
  const { rows } = await sql<AuditText>`${asText} where not exists (select from audit_seal s where s.audit = a.id) ${from}
    order by a.id limit ${most}`.execute(tx);
  return rows;
}

export async function insertSeals(tx: Tx, seals: readonly Seal[]): Promise<void> {
  await tx
    .insertInto('audit_seal')
    .values([...seals])
    .execute();
}

/** Returns the seals after `seq` in order, each with its audit row, or null if the row is missing. */
export async function sealedRows(db: Db, seq: number, most: number): Promise<(Seal & { row: AuditText | null })[]> {
  const seals = await db
    .selectFrom('audit_seal')
    .select(['seq', 'audit', 'hash'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(most)
    .execute();
  const { rows } = await sql<AuditText>`${asText} where a.id = any(${seals.map(({ audit }) => audit)}::uuid[])`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return seals.map((seal) => ({ ...seal, row: byId.get(seal.audit) ?? null }));
}

/** Returns rows written before `until` without a seal, oldest first. */
export async function rowsNeverSealed(db: Db, until: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select a.id from audit a
    where a.id < ${until} and not exists (select from audit_seal s where s.audit = a.id) order by a.id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}
