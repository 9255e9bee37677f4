import type { Insertable } from 'kysely';
import type { Db } from '../../../db/pool.ts';
import type { ClientErrorTable } from '../../../db/tables/settings.ts';

export async function insertClientError(db: Db, row: Insertable<ClientErrorTable>): Promise<void> {
  await db.insertInto('client_error').values(row).execute();
}
