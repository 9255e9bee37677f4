import type { Db } from '../../db/pool.ts';
import type { ProviderCustomer, ProviderInvoice, ProviderSchedule, ProviderSubscription } from '../../db/provider-objects.ts';

export async function customerById(db: Db, id: string): Promise<{ customer: ProviderCustomer; deleted: boolean } | null> {
  const row = await db.selectFrom('mirror_customer').select(['object', 'deleted_at']).where('id', '=', id).executeTakeFirst();
  return row ? { customer: row.object, deleted: row.deleted_at !== null } : null;
}

export async function subscriptionById(db: Db, id: string): Promise<ProviderSubscription | null> {
  const row = await db.selectFrom('mirror_subscription').select('object').where('id', '=', id).executeTakeFirst();
  return row?.object ?? null;
}

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
