import { sql } from 'kysely';
import type { Pool } from '@washdesk/cloud-api/db/pool';
import { beforeAll } from 'vitest';

/** Tables that change by themselves. */
const ofLoops = ['audit_seal', 'client_metric', 'member_span', 'month_movement', 'month_number', 'number_run'];

/**
 * The number of rows of every table, which must not change when nothing was written. Seals follow the audit by themselves, the numbers at a
 * glance are counted by a loop, and every call is part of the client metrics: these are left out.
 */
export async function rowCounts({ db }: Pool): Promise<Record<string, number>> {
  const tables = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${ofLoops}::text[]) order by 1`.execute(db);
  const counts = tables.rows.map(({ name }) => sql`select ${name} as name, count(*)::integer as count from ${sql.table(name)}`);
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** The numbers of rows before the tests of a `describe`. */
export function rowsBefore(pool: () => Pool): () => Record<string, number> {
  let before: Record<string, number>;
  beforeAll(async () => {
    before = await rowCounts(pool());
  });
  return () => before;
}
