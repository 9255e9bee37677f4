import type { Db } from '../../../db/pool.ts';
import type { ProviderCard } from '../../../db/provider-objects.ts';

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
