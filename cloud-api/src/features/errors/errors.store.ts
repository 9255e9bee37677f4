import type { Insertable } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { ClientErrorTable } from '../../db/schema.ts';

export async function insertClientError(db: Db, row: Insertable<ClientErrorTable>): Promise<void> {
  await db.insertInto('client_error').values(row).execute();
}
