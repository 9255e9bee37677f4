import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';
import { createdAgain } from './job.store.ts';

const deadlineDays = 7;

/**
 * Enqueues a job for every site's Sitewatch and for the loyalty system, because these customers have changed (docs/decisions/0003-jobs.md).
 * One row per target; an existing job becomes pending again. There is no payload: it is computed from the mirror when the job runs, so the
 * order of changes does not matter.
 * @param only the one site to tell, if only its Sitewatch needs it; null for all targets
 */
export async function enqueueConvergence(tx: Tx, customers: readonly string[], now: Date, only: number | null = null): Promise<void> {
  if (customers.length === 0) return;
  await sql`
    with target as (
      select 'converge.sitewatch' as what, number as site from site where ${only}::integer is null or number = ${only}
      union all
      select 'converge.loyalty', null where ${only}::integer is null
    )
    insert into job (id, kind, what, key, site, customer, payload, state, due, deadline, created)
    select gen_random_uuid(), 'converge', what, concat_ws(':', customer, site), site, customer, '{}', 'pending',
      now(), now() + make_interval(days => ${deadlineDays}), ${now}
    from unnest(${customers}::text[]) customer cross join target
    order by customer, site
    on conflict (what, key) do update set
      state = 'pending', generation = job.generation + 1, attempts = 0,
      created = ${createdAgain}, due = excluded.due, deadline = excluded.deadline, last_error = null, result = null, settled = null, dismissed_by = null, why = null`.execute(
    tx,
  );
}
