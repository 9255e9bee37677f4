import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../db/pool.ts';

interface Alert {
  /** An alert with an existing key is not raised again. */
  key: string;
  site: number | null;
  customer: string | null;
  /** What a person has to check, in one sentence. */
  reason: string;
  created: Date;
}

/** Raises an alert: a job that only a person can do, open on the Admins' list until it is dismissed. @returns false if it was already raised */
export async function raiseAlert(tx: Tx | Db, { key, site, customer, reason, created }: Alert): Promise<boolean> {
  const raised = await tx
    .insertInto('job')
    .values({
      id: uuidv7(),
      kind: 'once',
      what: 'alert',
      key,
      site,
      customer,
      payload: JSON.stringify({ reason }),
      state: 'failed',
      due: sql`now()`,
      deadline: sql`now()`,
      created,
      last_error: reason,
      settled: sql`now()`,
    })
    .onConflict((conflict) => conflict.columns(['what', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return raised !== undefined;
}
