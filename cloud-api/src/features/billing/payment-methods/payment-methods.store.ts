import { goodStatuses } from '@washdesk/rules/plans/statuses';
import type { ProviderSubscription, ProviderCard } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';

/** Statuses of plans whose card is charged again: the good ones, and `unpaid`, after the last attempt failed. */
const running = [...goodStatuses, 'unpaid'];
/** Statuses of plans that can still start and then keep their own card. */
const waiting = ['incomplete', 'paused'];

export const runningSubscriptions = (db: Db, customer: string): Promise<ProviderSubscription[]> => subscriptionsIn(db, customer, running);

/** Returns the subscriptions that a new default card pays. */
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

/** Returns the customer's chargeable cards. */
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
