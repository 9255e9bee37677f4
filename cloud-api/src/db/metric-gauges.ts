import { sql } from 'kysely';
import type { Db } from './pool.ts';

const figures = {
  sites: sql`select count(*) from site`,
  sites_online: sql`select count(*) from site_agent where online`,
  jobs_pending: sql`select count(*) from job where state = 'pending'`,
  jobs_failed: sql`select count(*) from job where state = 'failed'`,
  operations_open: sql`select count(*) from operation where state = 'started'`,
  provider_events_waiting: sql`select count(*) from provider_event where worked is null`,
};
export const gaugeNames = Object.keys(figures);

/** Counts what concerns the whole company, by name: the same in every process. */
export async function readGauges(db: Db): Promise<Record<string, number>> {
  const columns = Object.entries(figures).map(([name, count]) => sql`(${count}) as ${sql.ref(name)}`);
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(db);
  const [gauges] = rows;
  if (!gauges) throw new Error('a query without tables returned no row');
  return gauges;
}
