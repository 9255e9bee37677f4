import type { CauseOfJob } from '../jobs/job.ts';
import type { Db, Tx } from '../db/pool.ts';
import type { OperationSource, SoldPlan } from './operation-receipts.ts';
import { writeSignUpDocuments } from './plan-documents.ts';

/** Plans that have begun: all that follows a sign-up or a reinstatement was written. */
interface BegunPlanTable {
  subscription: string;
  begun: Date;
}

declare module '../db/schema.ts' {
  interface Database {
    begun_plan: BegunPlanTable;
  }
}

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
  await markPlanBegun(tx, sold.subscription.id, at);
  await writeSignUpDocuments(tx, source, sold, at);
  await enqueueWelcome(tx, { customer: sold.subscription.customer, operation: source.id, asked: null, by: source.by, at });
}

/** Notes that what follows a sign-up or a reinstatement was written for this plan, in the same transaction. */
export async function markPlanBegun(tx: Tx, subscription: string, begun: Date): Promise<void> {
  await tx
    .insertInto('begun_plan')
    .values({ subscription, begun })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether all that follows the beginning of the plan was written. */
export async function hasPlanBegun(db: Db | Tx, subscription: string): Promise<boolean> {
  const row = await db.selectFrom('begun_plan').select('subscription').where('subscription', '=', subscription).executeTakeFirst();
  return row !== undefined;
}
