import { sql } from 'kysely';
import type { Db } from './pool.ts';

/** Counts what concerns the whole company, by name: the same in every process. */
export async function readGauges(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from site) as sites,
    (select count(*) from site_agent where online) as sites_online,
    (select count(*) from job where state = 'pending') as jobs_pending,
    (select count(*) from job where state = 'failed') as jobs_failed,
    (select count(*) from operation where state = 'started') as operations_open,
    (select count(*) from provider_event where worked is null) as provider_events_waiting`.execute(db);
  const [gauges] = rows;
  if (!gauges) throw new Error('a query without tables returned no row');
  return gauges;
}
