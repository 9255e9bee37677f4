import { endedStatuses, notRunningStatuses } from '@washdesk/rules/plans/statuses';
import type { ProviderSubscription, ProviderCard } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';

/** Returns the subscriptions whose card is charged again, once their collection resumes for unpaid and paused ones. */
export const runningSubscriptions = (db: Db, customer: string): Promise<ProviderSubscription[]> =>
  subscriptionsExcept(db, customer, notRunningStatuses);

/** Returns the subscriptions that a new default card pays: those that run or wait for their first payment. */
export const subscriptionsToPay = (db: Db, customer: string): Promise<ProviderSubscription[]> =>
  subscriptionsExcept(db, customer, endedStatuses);

async function subscriptionsExcept(db: Db, customer: string, statuses: readonly string[]): Promise<ProviderSubscription[]> {
  const rows = await db
    .selectFrom('mirror_subscription')
    .select('object')
    .where('customer', '=', customer)
    .where('status', 'not in', statuses)
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
