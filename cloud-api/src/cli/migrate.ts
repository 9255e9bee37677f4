import { databaseUrl } from '../config.ts';
import { migrateToLatest } from '../db/migrate.ts';
import { openPool } from '../db/pool.ts';

const pool = openPool(databaseUrl(process.env), (error) => console.error(error.message));
try {
  const names = await migrateToLatest(pool.db);
  console.log(names.length ? `Migrated: ${names.join(', ')}` : 'The database is up to date');
} finally {
  await pool.stop();
}
