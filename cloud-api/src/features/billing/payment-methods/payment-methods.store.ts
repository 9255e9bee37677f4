import { goodStatuses } from '@washdesk/rules/plans/statuses';
import type { Db } from '../../../db/pool.ts';
import type { ProviderSubscription, ProviderCard } from '../../../common/provider-objects.ts';

/** Statuses of plans whose card is charged again: the good ones, and `unpaid`, after the last attempt has failed. */
const running = [...goodStatuses, 'unpaid'];
/** Statuses of plans that can still start, and then go on with their own card. */
const waiting = ['incomplete', 'paused'];

export const runningSubscriptions = (db: Db, customer: string): Promise<ProviderSubscription[]> => subscriptionsIn(db, customer, running);

/** The subscriptions that a new default card is to pay. */
export const subscriptionsToPay = (db: Db, customer: string): Promise<ProviderSubscription[]> =>
  subscriptionsIn(db, customer, [...running, ...waiting]);

async function subscriptionsIn(db: Db, customer: string, statuses: readonly string[]): Promise<ProviderSubscription[]> {
  const rows = await db
    .selectFrom('mirror_subscription')
    .select('object')
    .where('customer', '=', customer)
    .where('status', 'in', statuses)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.object);
}

/** The customer's cards that can still be charged. */
export async function cardsOf(db: Db, customer: string): Promise<ProviderCard[]> {
  const rows = await db
    .selectFrom('mirror_payment_method')
    .select('object')
    .where('customer', '=', customer)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.object);
}
