import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Migrator, type Migration, type MigrationResultSet } from 'kysely/migration';
import type { Db } from './pool.ts';

const folder = join(import.meta.dirname, 'migrations');

export interface MigrationFile extends Migration {
  /** False if it builds indexes concurrently, which is impossible in a transaction: its statements then run alone and may be repeated. */
  transactional?: false;
}

/** By name; run in name order. */
export type Migrations = Readonly<Record<string, MigrationFile>>;

/** The database was migrated by another version. */
export class UnknownMigrationError extends Error {
  constructor(name: string) {
    super(
      `The database has the migration ${name}, which this release does not have. It belongs to a later release, or to the time before the ` +
        'first one. A workbench can start over: npm start -- --fresh',
    );
  }
}

async function migrationNames(): Promise<string[]> {
  const files = await readdir(folder);
  return files.filter((file) => /^\d{12}_\w+\.ts$/.test(file)).map((file) => file.slice(0, -3));
}

async function readMigrations(): Promise<Migrations> {
  const loaded = (await migrationNames()).map(async (name) => [name, (await import(join(folder, `${name}.ts`))) as MigrationFile] as const);
  return Object.fromEntries(await Promise.all(loaded));
}

/** Any number that no other advisory lock of this database uses. */
const migrationLock = 4_120_519;
const lockRetryMs = 200;

/**
 * A schema change that waits for a table lock makes every later statement on the table wait behind it. It gives up soon and runs again.
 */
const tableLockMs = 1_000;
const tableLockAttempts = 300;

/**
 * Runs the missing migrations, forward only. Two concurrent processes wait for each other. Returns the names that ran.
 * @throws UnknownMigrationError
 */
export async function migrateToLatest(db: Db, given?: Migrations): Promise<string[]> {
  const migrations = given ?? (await readMigrations());
  return db.connection().execute(async (connection) => {
    // an index on millions of rows takes longer than any request may
    await sql`set statement_timeout = 0`.execute(connection);
    await takeLock(connection);
    try {
      await refuseUnknown(connection, migrations);
      return await runMissing(connection, migrations);
    } finally {
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}

/** Returns a readiness check that fails while the database lacks migrations of this release. Once complete, it is not read again. */
export function schemaCheck(db: Db): () => Promise<void> {
  let isComplete = false;
  return async () => {
    if (isComplete) return;
    const applied = new Set(await appliedMigrations(db));
    const missing = (await migrationNames()).filter((name) => !applied.has(name));
    if (missing.length > 0) throw new Error(`Run migrate; missing: ${missing.toSorted().join(', ')}`);
    isComplete = true;
  };
}

/** Polls for the lock: a concurrent index build would wait for a statement that waits for the lock. */
async function takeLock(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${migrationLock}) as taken`.execute(db);
    if (rows[0]?.taken) return;
    await sleep(lockRetryMs);
  }
}

async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows: tables } = await sql`select from pg_class where oid = to_regclass('kysely_migration')`.execute(db);
  if (tables.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

async function refuseUnknown(db: Db, migrations: Migrations): Promise<void> {
  const unknown = (await appliedMigrations(db)).findLast((name) => !(name in migrations));
  if (unknown) throw new UnknownMigrationError(unknown);
}

async function runMissing(db: Db, migrations: Migrations): Promise<string[]> {
  const provider = { getMigrations: async () => migrations };
  const known = await new Migrator({ db, provider }).getMigrations();
  const missing = known.filter(({ executedAt }) => !executedAt).map(({ name }) => name);
  const isTransactional = (name: string | undefined): boolean => name === undefined || migrations[name]?.transactional !== false;
  // groups of one kind run in one transaction, or in none
  const lastOfGroups = missing.filter(
    (name, place) => place === missing.length - 1 || isTransactional(name) !== isTransactional(missing[place + 1]),
  );
  const ran: string[] = [];
  for (const name of lastOfGroups) {
    // an index that is built concurrently waits for older transactions, and blocks none
    await sql`set lock_timeout = ${sql.lit(isTransactional(name) ? tableLockMs : 0)}`.execute(db);
    const migrator = new Migrator({ db, provider, disableTransactions: !isTransactional(name) });
    ran.push(...namesOf(await repeatedForLocks(() => migrator.migrateTo(name))));
  }
  return ran;
}

async function repeatedForLocks(migrate: () => Promise<MigrationResultSet>): Promise<MigrationResultSet> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await migrate();
    if (attempt === tableLockAttempts || !isLockTimeout(result.error)) return result;
    await sleep(lockRetryMs);
  }
}

const isLockTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03';

function namesOf({ error, results = [] }: MigrationResultSet): string[] {
  if (error) throw error instanceof Error ? error : new Error('A migration failed', { cause: error });
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName);
}
