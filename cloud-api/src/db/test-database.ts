import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { erasePostgres, startPostgres } from '@washdesk/deploy/local/postgres';
import { migrateToLatest } from './migrate.ts';
import { openPool, type Pool } from './pool.ts';

export interface TestDatabase {
  pool: Pool;
  url: string;
  close(): Promise<void>;
}

/** A real PostgreSQL of the test's own with all migrations and the sites 12 and 27. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-database-'));
  const server = await startPostgres({ folder });
  const url = server.url();
  const pool = openPool(url, () => undefined);
  await migrateToLatest(pool.db);
  await pool.db
    .insertInto('site')
    .values([
      { number: 12, name: 'Joliet', state: 'IL', time_zone: 'America/Chicago', location_id: 'tml_joliet' },
      { number: 27, name: 'Merrillville', state: 'IN', time_zone: 'America/Indiana/Indianapolis', location_id: 'tml_merrillville' },
    ])
    .execute();
  return {
    pool,
    url,
    async close() {
      await pool.stop();
      await server.stop();
      await erasePostgres(folder);
    },
  };
}
