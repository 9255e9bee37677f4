import { goodStatuses } from '@washdesk/rules/plans/statuses';
import type { Db } from '../../../db/pool.ts';
import type { ProviderSubscription, ProviderCard } from '../../../db/provider-objects.ts';

/** Of these the card is charged again: the good ones, and one whose payment has failed for good. */
const running = [...goodStatuses, 'unpaid'];
/** These can still become running ones, and then go on with their own card. */
const waiting = ['incomplete', 'paused'];

export const runningSubscriptions = (db: Db, customer: string): Promise<ProviderSubscription[]> => subscriptionsIn(db, customer, running);

/** All that a new default card is for. */
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

/** Those that can still be charged. */
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
