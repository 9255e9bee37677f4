import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';

/** A table that references another comes after it. */
const domains = ['sites', 'access', 'system', 'mirror', 'members', 'billing', 'lane', 'company'];

/** The schema of the first release, one file per domain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const domain of domains) {
    const statements = await readFile(join(import.meta.dirname, 'first', `${domain}.sql`), 'utf8');
    await sql.raw(statements).execute(db);
  }
}
