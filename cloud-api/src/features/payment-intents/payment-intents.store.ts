import type { Db } from '../../db/pool.ts';
import type { ProviderPaymentIntent } from '../../db/provider-objects.ts';

export async function intentById(db: Db, id: string): Promise<ProviderPaymentIntent | null> {
  const row = await db.selectFrom('mirror_payment_intent').select('object').where('id', '=', id).executeTakeFirst();
  return row?.object ?? null;
}
