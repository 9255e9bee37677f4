import type { PersonalTables } from '../db/personal-data.ts';
import type { Db, Tx } from '../db/pool.ts';
import type { OperationActor } from '../operations/operation.ts';
import type { OperationSource, SoldPlan } from './operation-receipts.ts';
import { writeSignUpDocuments } from './plan-documents.ts';

/** Started plans: everything that follows a sign-up or a reinstatement has been written. */
interface BegunPlanTable {
  subscription: string;
  begun: Date;
}

declare module '../db/schema.ts' {
  interface Database {
    begun_plan: BegunPlanTable;
  }
}

export const personalData = {
  begun_plan: {
    plain: ['subscription', 'begun'],
  },
} satisfies PersonalTables;

/** Writes a new member's welcome if a channel is available. */
export type EnqueueWelcome = (
  tx: Tx,
  sold: { customer: string; operation: string; asked: null; by: OperationActor; at: Date },
) => Promise<unknown>;

/** Writes everything that follows a paid sign-up, at the sign-up itself or when its open invoice is paid later. */
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

/** Records, in the same transaction, that everything following a sign-up or a reinstatement was written for this plan. */
export async function markPlanBegun(tx: Tx, subscription: string, begun: Date): Promise<void> {
  await tx
    .insertInto('begun_plan')
    .values({ subscription, begun })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether everything that follows the start of the plan was written. */
export async function hasPlanBegun(db: Db | Tx, subscription: string): Promise<boolean> {
  const row = await db.selectFrom('begun_plan').select('subscription').where('subscription', '=', subscription).executeTakeFirst();
  return row !== undefined;
}
