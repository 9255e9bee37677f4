import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Link } from './member.ts';

interface LinkOfCustomer extends Link {
  customer: string;
}

/** Returns the customers whom the site has under numbers in this range, the latest of each number. */
export async function linksBetween(db: Db | Tx, site: number, after: number, upTo: number): Promise<LinkOfCustomer[]> {
  const { rows } = await sql<LinkOfCustomer>`
    select distinct on (objid) customer, objid, plate, tag, codes from sitewatch_link
    where site = ${site} and objid > ${after} and objid <= ${upTo} order by objid, changed desc`.execute(db);
  return rows;
}

export async function linksOf(db: Db | Tx, site: number, customers: readonly string[]): Promise<Map<string, Link>> {
  const { rows } = await sql<LinkOfCustomer>`
    select customer, objid, plate, tag, codes from sitewatch_link
    where site = ${site} and customer = any(${customers}::text[])`.execute(db);
  return new Map(rows.map(({ customer, ...link }) => [customer, link]));
}

/** Returns members with a running plan whose number at the site is unknown, by id, with their codes. */
export async function unlinkedMembers(
  db: Db,
  { site, after, now }: { site: number; after: string; now: Date },
  most: number,
): Promise<{ customer: string; codes: string[] }[]> {
  const { rows } = await sql<{ customer: string; codes: string[] }>`
    select r.customer, array_agg(r.code order by r.code) as codes from roster_entry r
    where not r.removed and r.good_until > ${now} and r.product_class is not null and r.customer > ${after}
      and not exists (select from sitewatch_link l where l.site = ${site} and l.customer = r.customer and l.objid is not null)
    group by r.customer order by r.customer limit ${most}`.execute(db);
  return rows;
}

/** Stores under which number and codes a site has the member, so that an update changes that customer and replaces those codes. */
export async function correctLink(
  db: Db,
  { site, customer }: { site: number; customer: string },
  { objid, plate, tag, codes }: { objid: number; plate: string | null; tag: string | null; codes: readonly string[] },
  now: Date,
): Promise<void> {
  await sql`
    insert into sitewatch_link as l (site, customer, objid, plate, tag, codes, changed)
    values (${site}, ${customer}, ${objid}, ${plate}, ${tag}, ${codes}::text[], ${now})
    on conflict (customer, site) do update set objid = excluded.objid, plate = coalesce(excluded.plate, l.plate),
      tag = coalesce(excluded.tag, l.tag), codes = (select array_agg(distinct code) from unnest(l.codes || excluded.codes) code)`.execute(
    db,
  );
}
