import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../db/pool.ts';
import type { NewJob } from './job.store.ts';
import type { JobName } from './job.ts';

/** Like `enqueue`, but a second job of the same name and key takes the place of the first: what was wanted last is done. */
export async function enqueueNewest<N extends JobName>(tx: Tx, job: NewJob<N>): Promise<void> {
  const { what, key, site, customer, payload, deadlineDays, created } = job;
  await sql`
    insert into job (id, kind, what, key, site, customer, payload, state, due, deadline, created)
    values (${uuidv7()}, 'newest', ${what}, ${key}, ${site}, ${customer}, ${JSON.stringify(payload)}, 'pending',
      now(), now() + make_interval(days => ${deadlineDays}), ${created})
    on conflict (what, key) do update set
      payload = excluded.payload, state = 'pending', generation = job.generation + 1, attempts = 0,
      due = excluded.due, deadline = excluded.deadline, last_error = null, result = null, settled = null, dismissed_by = null, why = null`.execute(
    tx,
  );
}
