import type { Tx } from '../db/pool.ts';
import { enqueue } from '../jobs/job.store.ts';
import type { CauseOfJob } from '../jobs/job.ts';

export type PrintOutcome = 'printed' | 'unknown' | 'failed';

/**
 * Stores the outcome of a print job, from the agent's reply or, if that was lost, from its event. A known outcome stays: "unknown" replaces
 * nothing, and nothing replaces "printed". Printing a price increase's paper acknowledges the increase.
 */
export async function finishPrintJob(
  tx: Tx,
  { id, site, state, reason, at }: { id: string; site: number; state: PrintOutcome; reason: string | null; at: Date },
): Promise<void> {
  const ended = await tx
    .updateTable('print_job')
    .set({ state, reason, answered: at })
    .where('id', '=', id)
    .where('site', '=', site)
    .where('state', 'in', state === 'unknown' ? ['printing'] : ['queued', 'printing', 'unknown', 'failed'])
    .returning(['kind', 'receipt'])
    .executeTakeFirst();
  if (ended?.kind === 'priceincrease' && ended.receipt && state === 'printed') await enqueueAcknowledgement(tx, ended.receipt, at);
}

const acknowledgeWithinDays = 3;

/** Enqueues the acknowledgement of a price increase, once per notice. */
export async function enqueueAcknowledgement(tx: Tx, receipt: string, created: Date, by?: CauseOfJob): Promise<void> {
  const job = { what: 'increase.acknowledge', key: receipt, site: null, payload: {} } as const;
  const { customer } = await tx.selectFrom('receipt').select('customer').where('id', '=', receipt).executeTakeFirstOrThrow();
  await enqueue(tx, { ...job, customer, by, deadlineDays: acknowledgeWithinDays, created });
}
