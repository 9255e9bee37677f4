import { sql } from 'kysely';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { CustomerAtSite } from './links.store.ts';

interface SitewatchMatchTable {
  site: number;
  customer: string;
  objid: number;
}

declare module '../../../db/schema.ts' {
  interface Database {
    sitewatch_match: SitewatchMatchTable;
  }
}

export const personalData = {
  sitewatch_match: { plain: ['site', 'objid'], customer: 'customer', erase: 'rows' },
} satisfies PersonalTables;

export interface Match {
  customer: string;
  objid: number;
}

/** Replaces what is stored of the numbers in this range. */
export async function storeMatches(
  tx: Tx,
  site: number,
  { after, upTo }: { after: number; upTo: number },
  matches: readonly Match[],
): Promise<void> {
  await tx.deleteFrom('sitewatch_match').where('site', '=', site).where('objid', '>', after).where('objid', '<=', upTo).execute();
  for (const { customer, objid } of matches) {
    await tx
      .insertInto('sitewatch_match')
      .values({ site, customer, objid })
      .onConflict((conflict) => conflict.columns(['site', 'customer']).doUpdateSet({ objid }))
      .execute();
  }
}

/** Returns the number at the site that presumably is the customer's. */
export async function matchOf(db: Db, { site, customer }: CustomerAtSite): Promise<number | null> {
  const row = await db
    .selectFrom('sitewatch_match')
    .select('objid')
    .where('site', '=', site)
    .where('customer', '=', customer)
    .executeTakeFirst();
  return row?.objid ?? null;
}

/** Returns the customer to whom this number at the site presumably belongs. */
export async function matchedCustomer(db: Db, site: number, objid: number): Promise<string | null> {
  const row = await db
    .selectFrom('sitewatch_match')
    .select('customer')
    .where('site', '=', site)
    .where('objid', '=', objid)
    .executeTakeFirst();
  return row?.customer ?? null;
}

/** Returns those of these codes that Washdesk once sent to a site, or assumed there, for a customer. */
export async function formerCodes(tx: Tx, codes: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ code: string }>`
    select plate as code from sitewatch_link where plate = any(${codes}::text[])
    union select tag from sitewatch_link where tag = any(${codes}::text[])`.execute(tx);
  return new Set(rows.map(({ code }) => code));
}

/** Returns live customers with one of these email addresses (lower case) or phone numbers (last ten digits). */
export async function customersReachedBy(tx: Tx, emails: readonly string[], phones: readonly string[]): Promise<Contact[]> {
  const { rows } = await sql<Contact>`
    select id as customer, lower(email) as email, right(regexp_replace(phone, '[^0-9]', '', 'g'), 10) as phone
    from mirror_customer
    where deleted_at is null and (lower(email) = any(${emails}::text[])
      or right(regexp_replace(phone, '[^0-9]', '', 'g'), 10) = any(${phones}::text[]))
    order by id limit 1000`.execute(tx);
  return rows;
}

export interface Contact {
  customer: string;
  email: string | null;
  phone: string | null;
}

/** After an undone repair: the site has the customer again as it had them before, without a link. */
export async function unlink(tx: Tx, { site, customer }: CustomerAtSite, objid: number, now: Date): Promise<void> {
  await tx
    .updateTable('sitewatch_link')
    .set({ objid: null, plate: null, tag: null, codes: [], changed: now })
    .where('site', '=', site)
    .where('customer', '=', customer)
    .execute();
  await storeMatches(tx, site, { after: objid - 1, upTo: objid }, [{ customer, objid }]);
}
