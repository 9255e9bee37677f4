import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Migrator, type Migration, type MigrationProvider, type MigrationResultSet } from 'kysely/migration';
import type { Db } from './pool.ts';

const folder = join(import.meta.dirname, 'migrations');

const fromFolder: MigrationProvider = {
  async getMigrations() {
    const files = (await readdir(folder)).filter((file) => /^\d{12}_\w+\.ts$/.test(file)).toSorted();
    const loaded = files.map(async (file) => [file.slice(0, -3), (await import(join(folder, file))) as Migration] as const);
    return Object.fromEntries(await Promise.all(loaded));
  },
};

/** Runs the missing migrations, forward only. Two processes at once wait for each other. Returns the names that ran. */
export async function migrateToLatest(db: Db): Promise<string[]> {
  return namesOf(await new Migrator({ db, provider: fromFolder }).migrateToLatest());
}

/** The schema as an earlier release left it. Returns the names that ran. */
export async function migrateTo(db: Db, name: string): Promise<string[]> {
  return namesOf(await new Migrator({ db, provider: fromFolder }).migrateTo(name));
}

function namesOf({ error, results = [] }: MigrationResultSet): string[] {
  if (error) throw error instanceof Error ? error : new Error('A migration failed', { cause: error });
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName);
}
