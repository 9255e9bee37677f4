import type { Db, Pool, Tx } from '../../../db/pool.ts';

/** Returns the live customer with this code; if there are several, the one that a lane would choose. */
export async function codeHolderOf(db: Db, code: string): Promise<string | null> {
  return (await codeHoldersOf(db, [code])).get(code) ?? null;
}

/** Returns for each of these codes the customer that a lane would choose. */
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

/** Whether a plan of this class is running for the code at the payment provider. */
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

const byNumber = {
  name: 'customer-by-number-at-site',
  text: `select customer from sitewatch_link
    where site = $1 and objid = $2 and (plate = any($3::text[]) or tag = any($3::text[]) or codes && $3::text[])
    order by changed desc limit 1`,
};

/** What the cloud knows of a number at a site: one of its customers. */
interface NumberLink {
  customer: string;
  objid: number;
  codes: string[];
}

const aroundCode = {
  name: 'links-around-code',
  text: `select customer, objid, array_remove(codes || plate || tag, null) as codes from sitewatch_link
    where site = $1 and objid in (select objid from sitewatch_link where site = $1 and (plate = $2 or tag = $2))
    order by changed desc`,
};

/** Returns all customers of the numbers at the site that are known by this plate or tag, the latest first. */
export async function linksAround({ raw }: Pool, site: number, code: string): Promise<NumberLink[]> {
  return (await raw.query<NumberLink>(aroundCode, [site, code])).rows;
}

/**
 * Returns the customer with this number at the site, if the site lists a code of theirs: a restored site gives numbers again.
 * @param known of `linksAround`; it has every customer of a number or none
 */
export async function customerAt(
  { raw }: Pool,
  site: number,
  { objid, codes }: { objid: number; codes: readonly string[] },
  known: readonly NumberLink[],
): Promise<string | null> {
  const ofNumber = known.filter((link) => link.objid === objid);
  if (ofNumber.length > 0) return ofNumber.find((link) => link.codes.some((code) => codes.includes(code)))?.customer ?? null;
  const { rows } = await raw.query<{ customer: string }>(byNumber, [site, objid, codes]);
  return rows[0]?.customer ?? null;
}
