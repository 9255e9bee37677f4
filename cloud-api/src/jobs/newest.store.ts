import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../db/pool.ts';
import type { NewObligation } from './obligation.store.ts';
import type { OwedName } from './obligation.ts';

/** Like `owe`, but a second one of the same name and key takes the place of the first: what was wanted last is done. */
export async function oweNewest<N extends OwedName>(tx: Tx, owed: NewObligation<N>): Promise<void> {
  const { what, key, site, customer, payload, deadlineDays, created } = owed;
  await sql`
    insert into obligation (id, kind, what, key, site, customer, payload, state, due, deadline, created)
    values (${uuidv7()}, 'newest', ${what}, ${key}, ${site}, ${customer}, ${JSON.stringify(payload)}, 'owed',
      now(), now() + make_interval(days => ${deadlineDays}), ${created})
    on conflict (what, key) do update set
      payload = excluded.payload, state = 'owed', generation = obligation.generation + 1, attempts = 0,
      due = excluded.due, deadline = excluded.deadline, last_error = null, result = null, settled = null, dismissed_by = null, why = null`.execute(
    tx,
  );
}
