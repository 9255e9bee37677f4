import type { Db } from '../../db/pool.ts';

/** @returns null for a card that the mirror has not heard of yet */
export async function cardOwner(db: Db, id: string): Promise<{ customer: string | null } | null> {
  return (await db.selectFrom('mirror_payment_method').select('customer').where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function promoById(db: Db, id: number): Promise<{ active: boolean } | null> {
  return (await db.selectFrom('promo').select('active').where('id', '=', id).executeTakeFirst()) ?? null;
}
