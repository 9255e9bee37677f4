import { sql } from 'kysely';
import type { Db, Tx } from '../db/pool.ts';
import { erasedAction, type PersonalValues } from './personal-values.ts';
import type { AuditText, Head, Seal } from './seal.ts';

/** Any number that no other advisory lock of this database uses. */
const sealingLock = 4_120_518;

/** Returns false if another process is sealing. The lock ends with the transaction. */
export async function lockSealing(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${sealingLock}) as locked`.execute(tx);
  return rows[0]?.locked ?? false;
}

/** Returns the end of the chain, and where it ended when it was last extended. */
export async function heads(db: Db | Tx): Promise<{ last: Head | null; stored: Head | null }> {
  const last = await db.selectFrom('audit_seal').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const stored = await db.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirst();
  return { last: last ?? null, stored: stored ?? null };
}

const asText = sql<AuditText>`select a.id, a.at, a.actor, a.approver, a.site, a.device, a.action, a.subject,
  a.before::text as before, a.after::text as after, a.why, a.request_id, a.personal_hash from audit a`;

const isUnsealed = sql`not exists (select from audit_seal s where s.audit = a.id)`;

/**
 * A condition for rows that come after all rows sealed longer ago than `interval`. All times are the database's. A transaction may commit
 * after one that began later, but not by an hour.
 */
const isAfterSealsBefore = (interval: '1 hour' | '1 day') => sql`a.number > coalesce((select sealed.number
  from audit_seal s join audit sealed on sealed.id = s.audit where s.sealed < now() - ${interval}::interval order by s.seq desc limit 1), 0)`;

/** Returns committed rows without a seal, in the order of their numbers. */
export async function unsealedRows(tx: Tx, most: number): Promise<AuditText[]> {
  const { rows } = await sql<AuditText>`${asText} where ${isUnsealed} and ${isAfterSealsBefore('1 hour')}
    order by a.number limit ${most}`.execute(tx);
  return rows;
}

export async function insertSeals(tx: Tx, seals: readonly Seal[], { seq, hash }: Head): Promise<void> {
  await tx
    .insertInto('audit_seal')
    .values([...seals])
    .execute();
  await sql`insert into audit_head (seq, hash) values (${seq}, ${hash})
    on conflict (single) do update set seq = excluded.seq, hash = excluded.hash`.execute(tx);
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

/** Returns the personal values that still exist of these audit rows. */
export async function personalValuesOf(db: Db, audits: readonly string[]): Promise<Map<string, PersonalValues>> {
  const { rows } = await sql<PersonalValues & { audit: string }>`
    select audit, salt, subject, before::text as before, after::text as after, why
    from audit_personal where audit = any(${audits}::uuid[])`.execute(db);
  return new Map(rows.map(({ audit, ...values }) => [audit, values]));
}

/** Returns how many rows lost their personal values to erasures, including erasures whose own row has no seal yet. */
export async function emptiedByErasures(db: Db): Promise<number> {
  const { rows } = await sql<{ emptied: number }>`select coalesce(sum((after->>'audit')::integer), 0)::integer as emptied
    from audit where action = ${erasedAction}`.execute(db);
  return rows[0]!.emptied;
}

/** Any working cloud-api has sealed a row after this time. */
const isOverdue = sql`a.written < now() - interval '10 minutes'`;

/** Returns all rows that should have a seal. */
export async function rowsNeverSealed(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select a.id from audit a where ${isUnsealed} and ${isOverdue}
    order by a.number nulls first limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts the rows of the last day that should have a seal: cheap enough for every ten minutes. */
export async function overdueRows(db: Db): Promise<{ count: number; oldest: string | null }> {
  const { rows } = await sql<{ count: number; oldest: string | null }>`
    select count(*)::integer as count, (array_agg(a.id order by a.number))[1] as oldest
    from audit a where ${isUnsealed} and ${isOverdue} and ${isAfterSealsBefore('1 day')}`.execute(db);
  return rows[0] ?? { count: 0, oldest: null };
}
