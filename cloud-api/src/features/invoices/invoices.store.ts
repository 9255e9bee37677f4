import type { Db } from '../../db/pool.ts';
import type { ProviderInvoice } from '../../db/provider-objects.ts';

export async function invoiceById(db: Db, id: string): Promise<ProviderInvoice | null> {
  const row = await db.selectFrom('mirror_invoice').select('object').where('id', '=', id).executeTakeFirst();
  return row?.object ?? null;
}
