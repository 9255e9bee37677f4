import type { Db, Tx } from '../../../db/pool.ts';

/** The live customer with this code; of several the one whom a lane would mean. */
export async function codeHolderOf(db: Db, code: string): Promise<string | null> {
  return (await codeHoldersOf(db, [code])).get(code) ?? null;
}

/** For each of these codes the customer whom a lane would mean. */
export async function codeHoldersOf(db: Db | Tx, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map();
  const rows = await db
    .selectFrom('roster_entry')
    .select(['code', 'customer'])
    .where('code', 'in', codes)
    .where('removed', '=', false)
    .execute();
  return new Map(rows.map(({ code, customer }) => [code, customer]));
}

/** Whether a plan of this class runs for the code at the payment provider. */
export async function runsAtProvider(
  db: Db,
  { code, productClass, now }: { code: string; productClass: string; now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('roster_entry')
    .select('code')
    .where('code', '=', code)
    .where('removed', '=', false)
    .where('product_class', '=', productClass)
    .where('good_until', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** The customer whom that site knows under this number. */
export async function customerAt(db: Db, site: number, objid: number): Promise<string | null> {
  const row = await db
    .selectFrom('sitewatch_link')
    .select('customer')
    .where('site', '=', site)
    .where('objid', '=', objid)
    .orderBy('changed', 'desc')
    .executeTakeFirst();
  return row?.customer ?? null;
}
