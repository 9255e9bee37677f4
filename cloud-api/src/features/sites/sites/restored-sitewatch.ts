import { sql } from 'kysely';
import { instantOfWallClock } from '@washdesk/rules/dates/wall-clock';
import type { Tx } from '../../../db/pool.ts';
import { enqueueConvergence } from '../../../jobs/enqueue-convergence.store.ts';

/** A write may have been confirmed before its row here was dated. */
const marginMs = 3_600_000;
const deadlineDays = 7;

/**
 * Enqueues what a restored Sitewatch lost, in the event's transaction: the members that it was told of, the washes written and the customers
 * erased since its backup. Commands that it still has are not executed twice, and an erasure repeats itself without harm.
 * @param until the site's wall clock of the newest write that it still has; null if it has none
 */
export async function writeAgain(tx: Tx, { site, at, until }: { site: number; at: Date; until: string | null }): Promise<void> {
  const { time_zone: zone } = await tx.selectFrom('site').select('time_zone').where('number', '=', site).executeTakeFirstOrThrow();
  const since = until === null ? new Date(0) : new Date(instantOfWallClock(until, zone).getTime() - marginMs);
  const told = await tx.selectFrom('sitewatch_link').select('customer').where('site', '=', site).where('changed', '>=', since).execute();
  await enqueueConvergence(
    tx,
    told.map(({ customer }) => customer),
    at,
    site,
  );
  await sql`
    update job set state = 'pending', generation = generation + 1, attempts = 0, due = now(),
      deadline = now() + make_interval(days => ${deadlineDays}), last_error = null, result = null, settled = null
    where site = ${site} and state = 'done'
      and (what = 'sitewatch.erase' or what = 'sitewatch.record-usage' and created >= ${since})`.execute(tx);
}
