import { ConfigurationError, databaseUrl, ownerDatabaseUrl } from '../config.ts';
import { grantApplication, roleOf } from '../db/application-role.ts';
import { migrateToLatest, UnknownMigrationError } from '../db/migrate.ts';
import { openPool } from '../db/pool.ts';

/** Migrates as the owner of the tables, then grants the application's role its rights. */
async function migrate(): Promise<void> {
  const application = databaseUrl(process.env);
  const owner = ownerDatabaseUrl(process.env) ?? application;
  const pool = openPool(owner, (error) => console.error(error.message));
  try {
    const names = await migrateToLatest(pool.db);
    console.log(names.length ? `Migrated: ${names.join(', ')}` : 'The database is up to date');
    if (roleOf(owner).user !== roleOf(application).user) await grantApplication(pool.db, roleOf(application));
  } finally {
    await pool.stop();
  }
}

try {
  await migrate();
} catch (error) {
  const isPlain = error instanceof ConfigurationError || error instanceof UnknownMigrationError;
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
}
