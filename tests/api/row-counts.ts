import { sql } from 'kysely';
import { beforeAll } from 'vitest';
import type { Pool } from '@washdesk/cloud-api/db/pool';

/** Tables that loops change. */
const ofLoops = [
  'abuse_day',
  'abuse_flag',
  'abuse_seller_day',
  'alert',
  'audit_head',
  'audit_seal',
  'client_metric',
  'cloud_server',
  'comparison',
  'device_network',
  'difference',
  'difference_suspect',
  'member_span',
  'month_movement',
  'month_metric',
  'metric_run',
];

/**
 * Counts the rows of every table, which must not change if nothing was written. Excludes what loops write (seals, alerts, measurements, metrics,
 * examinations for abuse), the client metrics and the networks of devices (any call adds to them).
 */
export async function rowCounts({ db }: Pick<Pool, 'db'>): Promise<Record<string, number>> {
  const tables = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${ofLoops}::text[]) order by 1`.execute(db);
  const counts = tables.rows.map(({ name }) => sql`select ${name} as name, count(*)::integer as count from ${sql.table(name)}`);
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** The row counts before the tests of a `describe`. */
export function rowsBefore(pool: () => Pool): () => Record<string, number> {
  let before: Record<string, number>;
  beforeAll(async () => {
    before = await rowCounts(pool());
  });
  return () => before;
}
