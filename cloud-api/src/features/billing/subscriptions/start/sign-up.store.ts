import type { Db } from '../../../../db/pool.ts';

export async function promoById(db: Db, id: number): Promise<{ active: boolean } | null> {
  return (await db.selectFrom('promo').select('active').where('id', '=', id).executeTakeFirst()) ?? null;
}
