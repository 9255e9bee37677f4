import type { Db } from '../db/pool.ts';
import type { ProviderCard } from '../db/provider-objects.ts';

/** Null for a card that the mirror has not heard of, or that exists no more. */
export async function cardById(db: Db, id: string): Promise<ProviderCard | null> {
  const row = await db
    .selectFrom('mirror_payment_method')
    .select('object')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.object ?? null;
}

/** Whose a stored card is; null for one that is nobody's or unknown. */
export const ownerOfCard = async (db: Db, id: string): Promise<string | null> => (await cardById(db, id))?.customer ?? null;
