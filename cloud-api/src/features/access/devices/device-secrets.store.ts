import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';

/** Returns false if another request has replaced the secret. */
export async function replaceSecret(tx: Tx, { hash, successor, at }: { hash: Buffer; successor: Buffer; at: Date }): Promise<boolean> {
  const row = await tx
    .updateTable('device')
    .set({ secret_hash: successor, secret_since: at, secret_confirmed: null })
    .where('secret_hash', '=', hash)
    .where('revoked', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  await tx.insertInto('former_device_secret').values({ hash, device: row.id, replaced: at }).execute();
  return true;
}

/** Stores the first use of the current secret. */
export async function confirmSecret(db: Db, device: string, at: Date): Promise<void> {
  await db.updateTable('device').set({ secret_confirmed: at }).where('id', '=', device).where('secret_confirmed', 'is', null).execute();
}

interface FormerSecret {
  device: string;
  /** Whether the current secret is its direct successor. */
  isLatest: boolean;
  /** When its successor was first used; null if the browser may not have received it. */
  confirmed: Date | null;
}

export async function formerSecret(db: Db, hash: Buffer): Promise<FormerSecret | null> {
  const { rows } = await sql<FormerSecret>`
    select f.device, f.replaced = d.secret_since as "isLatest", d.secret_confirmed as confirmed
    from former_device_secret f join device d on d.id = f.device and d.revoked is null where f.hash = ${hash}`.execute(db);
  return rows[0] ?? null;
}

/** Returns false if its use was already reported since then. */
export async function markReported(tx: Tx, hash: Buffer, at: Date, since: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('former_device_secret')
    .set({ reported: at })
    .where('hash', '=', hash)
    .where((on) => on.or([on('reported', 'is', null), on('reported', '<', since)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
