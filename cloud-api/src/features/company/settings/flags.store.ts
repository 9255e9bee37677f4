import { sql } from 'kysely';
import type { Flag } from '@washdesk/contracts/company/config';
import type { Db, Tx } from '../../../db/pool.ts';

export function allFlags(db: Db | Tx): Promise<Flag[]> {
  return db.selectFrom('flag').select(['name', 'description', 'value']).orderBy('position').execute();
}

/** Locks the flags, so that one transaction at a time replaces them: two at once would insert each flag twice. Readers are not blocked. */
export async function lockFlags(tx: Tx): Promise<void> {
  await sql`lock table flag in share row exclusive mode`.execute(tx);
}

export async function replaceFlags(tx: Tx, flags: readonly Flag[]): Promise<void> {
  await tx.deleteFrom('flag').execute();
  if (flags.length)
    await tx
      .insertInto('flag')
      .values(flags.map((flag, position) => ({ ...flag, position })))
      .execute();
}
