import type { Db, Tx } from '../../../db/pool.ts';

/** Whether the mirror has the customer, live or deleted. */
export async function isMirroredCustomer(tx: Tx, customer: string): Promise<boolean> {
  const row = await tx.selectFrom('mirror_customer').select('id').where('id', '=', customer).executeTakeFirst();
  return row !== undefined;
}

/** Returns the customer to whom a lane would assign the code; null for a code without a holder. */
export const primaryCodeHolder = async (db: Db | Tx, code: string): Promise<string | null> =>
  (await primaryCodeHolders(db, [code])).get(code) ?? null;

/** Returns the customers to whom a lane would assign these codes. */
export async function primaryCodeHolders(db: Db | Tx, codes: readonly string[]): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map();
  const rows = await db
    .selectFrom('roster_entry')
    .select(['code', 'customer'])
    .where('code', 'in', codes)
    .where('removed', '=', false)
    .execute();
  return new Map(rows.map(({ code, customer }) => [code, customer]));
}
