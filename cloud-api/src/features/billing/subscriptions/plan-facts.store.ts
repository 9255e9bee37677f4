import type { ProviderInvoice, ProviderSchedule, ProviderSubscription } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';

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

/** @param latest as just read; the mirror may have an older state */
export async function openInvoicesOf(db: Db, subscription: string, latest: ProviderInvoice | null): Promise<ProviderInvoice[]> {
  const rows = await db
    .selectFrom('mirror_invoice')
    .select('object')
    .where('subscription', '=', subscription)
    .where('status', '=', 'open')
    .where('id', '<>', latest?.id ?? '')
    .orderBy('created', 'desc')
    .execute();
  const others = rows.map((row) => row.object);
  return latest?.status === 'open' ? [latest, ...others] : others;
}

export async function promoById(db: Db, id: number): Promise<{ active: boolean } | null> {
  return (await db.selectFrom('promo').select('active').where('id', '=', id).executeTakeFirst()) ?? null;
}
