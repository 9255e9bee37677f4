import type { CauseOfJob } from '../jobs/job.ts';
import type { Tx } from '../db/pool.ts';
import type { OperationSource, SoldPlan } from './operation-receipts.ts';
import { writeSignUpDocuments } from './plan-documents.ts';

/** Writes the welcome of a new member where there is a way to send one. */
export type EnqueueWelcome = (
  tx: Tx,
  sold: { customer: string; operation: string; asked: null; by: CauseOfJob; at: Date },
) => Promise<unknown>;

/** All that follows a sign-up that was paid, at the sign-up itself and when its open invoice is paid later. */
export async function writeBegunPlan(
  tx: Tx,
  source: OperationSource,
  sold: SoldPlan,
  enqueueWelcome: EnqueueWelcome,
  at: Date,
): Promise<void> {
  await writeSignUpDocuments(tx, source, sold, at);
  await enqueueWelcome(tx, { customer: sold.subscription.customer, operation: source.id, asked: null, by: source.by, at });
}
