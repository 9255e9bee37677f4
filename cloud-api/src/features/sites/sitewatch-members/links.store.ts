import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import type { SitewatchUpdate } from '../../../db/tables/sitewatch-links.ts';
import type { Link } from './member.ts';

export interface CustomerAtSite {
  site: number;
  customer: string;
}

export async function linkOf(db: Db | Tx, { site, customer }: CustomerAtSite): Promise<(Link & { update: SitewatchUpdate | null }) | null> {
  const row = await db
    .selectFrom('sitewatch_link')
    .select(['objid', 'plate', 'tag', 'codes', 'telling as update'])
    .where('site', '=', site)
    .where('customer', '=', customer)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the link of the member to whom this number of the site belongs, as far as the cloud knows. */
export async function linkByNumber(db: Db, site: number, objid: number): Promise<Link | null> {
  const row = await db
    .selectFrom('sitewatch_link')
    .select(['objid', 'plate', 'tag', 'codes'])
    .where('site', '=', site)
    .where('objid', '=', objid)
    .orderBy('changed', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the site's numbers of other members of the company who have or had one of these codes. */
export async function otherCustomersWith(tx: Tx, { site, customer }: CustomerAtSite, codes: readonly string[]): Promise<number[]> {
  if (codes.length === 0) return [];
  const rows = await tx
    .selectFrom('sitewatch_link')
    .select('objid')
    .where('site', '=', site)
    .where('customer', '<>', customer)
    .where('objid', 'is not', null)
    .where((is) => is.or([is('plate', 'in', codes), is('tag', 'in', codes)]))
    .orderBy('changed', 'desc')
    .limit(50)
    .execute();
  return rows.flatMap(({ objid }) => objid ?? []);
}

/** Returns the given codes that the site, although never updated, presumably has for another member of the company. */
export async function codesOfOtherCustomers(tx: Tx, { site, customer }: CustomerAtSite, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return [];
  const rows = await tx
    .selectFrom('sitewatch_link')
    .select(['plate', 'tag'])
    .where('site', '=', site)
    .where('customer', '<>', customer)
    .where('objid', 'is', null)
    .where((is) => is.or([is('plate', 'in', codes), is('tag', 'in', codes)]))
    .execute();
  const known = new Set(rows.flatMap(({ plate, tag }) => [plate, tag]));
  return codes.filter((code) => known.has(code));
}

/** Stores the update before its command is sent: if the response is lost, the same command is sent again before any other. */
export async function startUpdate(tx: Tx, { site, customer }: CustomerAtSite, update: SitewatchUpdate, now: Date): Promise<void> {
  const row = { telling: JSON.stringify(update), changed: now };
  await tx
    .insertInto('sitewatch_link')
    .values({ site, customer, objid: null, plate: null, tag: null, codes: [], ...row })
    .onConflict((conflict) => conflict.columns(['customer', 'site']).doUpdateSet(row))
    .execute();
}

/** Stores the site's response, with its number for this member. */
export async function finishUpdate(
  tx: Tx,
  { site, customer }: CustomerAtSite,
  { id, member }: SitewatchUpdate,
  { objid, codes }: { objid: number; codes: string[] },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('sitewatch_link')
    .set({ objid, plate: member.plate.now, tag: member.tag.now, codes, telling: null, changed: now })
    .where('site', '=', site)
    .where('customer', '=', customer)
    .where(sql`telling->>'id'`, '=', id)
    .execute();
}

/** Deletes an update whose command was not executed and will never be under its id. */
export async function discardUpdate(db: Db, { site, customer }: CustomerAtSite, { id }: SitewatchUpdate): Promise<void> {
  await db
    .updateTable('sitewatch_link')
    .set({ telling: null })
    .where('site', '=', site)
    .where('customer', '=', customer)
    .where(sql`telling->>'id'`, '=', id)
    .execute();
}

/** Stores that the site has replaced the customer's code `from` by `to`. */
export async function renameLinkedCode(db: Db, site: number, from: string, to: string, now: Date): Promise<void> {
  await db.updateTable('sitewatch_link').set({ plate: to, changed: now }).where('site', '=', site).where('plate', '=', from).execute();
  await db.updateTable('sitewatch_link').set({ tag: to, changed: now }).where('site', '=', site).where('tag', '=', from).execute();
}

/** Whether that site was updated with this code for a customer. */
export async function isLinkedCode(db: Db, site: number, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('sitewatch_link')
    .select('customer')
    .where('site', '=', site)
    .where('objid', 'is not', null)
    .where((e) => e.or([e('plate', '=', code), e('tag', '=', code)]))
    .executeTakeFirst();
  return row !== undefined;
}
