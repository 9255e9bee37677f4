import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

/** Returns every payment of a sale that is not fully refunded. */
export async function paymentsOfSale(db: Db, sale: string): Promise<{ id: string; status: string }[]> {
  const { rows } = await sql<{ id: string; status: string }>`
    select i.id, i.status from mirror_payment_intent i left join mirror_charge c on c.id = i.object->>'latest_charge'
    where i.sale = ${sale} and i.deleted_at is null and (c.object->>'refunded')::boolean is distinct from true`.execute(db);
  return rows;
}
