import type { Flag } from '@washdesk/contracts/config';
import type { Db, Tx } from '../../db/pool.ts';

export function allFlags(db: Db | Tx): Promise<Flag[]> {
  return db.selectFrom('flag').select(['name', 'description', 'value']).orderBy('position').execute();
}

export async function replaceFlags(tx: Tx, flags: readonly Flag[]): Promise<void> {
  await tx.deleteFrom('flag').execute();
  if (flags.length)
    await tx
      .insertInto('flag')
      .values(flags.map((flag, position) => ({ ...flag, position })))
      .execute();
}
