import type { Db, Tx } from '../../../db/pool.ts';

/** Whether the mirror has the customer, live or deleted. */
export async function isMirroredCustomer(tx: Tx, customer: string): Promise<boolean> {
  const row = await tx.selectFrom('mirror_customer').select('id').where('id', '=', customer).executeTakeFirst();
  return row !== undefined;
}

/** Returns the customer to whom a lane would assign the code; null for a code without a holder. */
export async function primaryCodeHolder(db: Db | Tx, code: string): Promise<string | null> {
  const row = await db
    .selectFrom('roster_entry')
    .select('customer')
    .where('code', '=', code)
    .where('removed', '=', false)
    .executeTakeFirst();
  return row?.customer ?? null;
}
