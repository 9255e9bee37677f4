import type { Db } from '../../../db/pool.ts';
import type { ProviderInvoice, ProviderSchedule, ProviderSubscription } from '../../../db/provider-objects.ts';

/** Newest first. */
export async function subscriptionsOf(db: Db, customer: string): Promise<ProviderSubscription[]> {
  const rows = await db
    .selectFrom('mirror_subscription')
    .select('object')
    .where('customer', '=', customer)
    .orderBy('created', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.object);
}

export async function schedulesOf(db: Db, customer: string): Promise<ProviderSchedule[]> {
  const rows = await db.selectFrom('mirror_schedule').select('object').where('customer', '=', customer).execute();
  return rows.map((row) => row.object);
}

export async function invoicesById(db: Db, ids: readonly string[]): Promise<ProviderInvoice[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('mirror_invoice').select('object').where('id', 'in', ids).execute();
  return rows.map((row) => row.object);
}
