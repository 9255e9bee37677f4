import type { Db } from '../../../../db/pool.ts';
import type { ProviderInvoice } from '../../../../db/provider-objects.ts';

/** @param latest as it was just read; the mirror may hold it as it was before */
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
