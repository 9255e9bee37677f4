import { sql } from 'kysely';
import { mostActiveCodes } from '@washdesk/rules/codes/active-codes';
import type { SitewatchCode } from '@washdesk/site-protocol/sitewatch';
import type { Db, Tx } from '../../../db/pool.ts';

/** Greater than any objid. */
export const aboveEveryObjid = 2_147_483_647;

/**
 * Claims the sites whose codes are due for copying, so that no other server copies them.
 * @param takenBefore a copy older than this is due; one in the future was made before the company's clock was set back
 * @param startedBefore a copy run that started earlier counts as abandoned
 */
export async function claimDueSites(db: Db, now: Date, { takenBefore, startedBefore }: { takenBefore: Date; startedBefore: Date }) {
  const { rows } = await sql<{ site: number }>`
    insert into sitewatch_code_copy as copy (site, started)
    select a.site, ${now} from site_agent a left join sitewatch_code_copy c on c.site = a.site
    where a.online and (c.taken is null or c.taken not between ${takenBefore} and ${now})
      and (c.started is null or c.started not between ${startedBefore} and ${now})
    on conflict (site) do update set started = excluded.started where copy.started not between ${startedBefore} and ${now}
    returning site`.execute(db);
  return rows.map(({ site }) => site);
}

/** Replaces the copied codes of the objids after `from` up to `upTo` with exactly these. */
export async function replacePart(
  db: Db,
  site: number,
  part: { from: number; upTo: number; codes: readonly SitewatchCode[] },
): Promise<void> {
  const { from, upTo, codes } = part;
  const column = <T>(of: (code: SitewatchCode) => T): T[] => codes.map(of);
  const given = sql`
    unnest(${column(({ objid }) => objid)}::integer[], ${column(({ customer }) => customer)}::integer[], ${column(({ code }) => code)}::text[])
      given (objid, sitewatch_customer, code)`;
  await db.transaction().execute(async (tx) => {
    await sql`
      delete from sitewatch_code c where c.site = ${site} and c.objid > ${from} and c.objid <= ${upTo}
        and not exists (select from ${given} where given.objid = c.objid)`.execute(tx);
    await sql`
      insert into sitewatch_code as c (site, objid, sitewatch_customer, code, customer)
      select ${site}::integer, given.*, (
        select customer from sitewatch_link l
        where l.site = ${site} and l.objid = given.sitewatch_customer and split_part(given.code, '~', 1) = any(l.codes || array[l.plate, l.tag]) limit 1)
      from ${given}
      on conflict (site, objid) do update set sitewatch_customer = excluded.sitewatch_customer, code = excluded.code
      where (c.sitewatch_customer, c.code) is distinct from (excluded.sitewatch_customer, excluded.code)`.execute(tx);
  });
}

/**
 * Assigns each copied code to a customer, by the site's link, otherwise by one of the customer's codes, and recounts all customers' codes. A
 * link counts for a customer of the site who has a code that the site listed for it (docs/decisions/0045-numbers-of-other-systems.md).
 */
export async function finishCopy(db: Db, site: number, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // the statement scans all codes of all customers in the background
    await sql`set local statement_timeout = '10min'`.execute(tx);
    await nameCustomers(tx, site);
    await countCodes(tx);
    await tx.updateTable('sitewatch_code_copy').set({ taken: now }).where('site', '=', site).execute();
  });
}

const nameCustomers = (tx: Tx, site: number) =>
  sql`
    with person as (
      select c.sitewatch_customer, coalesce(max(l.customer), min(k.customer)) as customer
      from sitewatch_code c
        left join sitewatch_link l on l.site = c.site and l.objid = c.sitewatch_customer and split_part(c.code, '~', 1) = any(l.codes || array[l.plate, l.tag])
        left join customer_code k on k.code = c.code and k.source = 'stripe'
      where c.site = ${site} group by c.sitewatch_customer)
    update sitewatch_code c set customer = person.customer from person
    where c.site = ${site} and c.sitewatch_customer = person.sitewatch_customer and c.customer is distinct from person.customer`.execute(
    tx,
  );

async function countCodes(tx: Tx): Promise<void> {
  await sql`
    with counted as (
      select c.customer, count(distinct c.code)::integer as codes
      from sitewatch_code c join mirror_customer m on m.id = c.customer and m.deleted_at is null
      group by c.customer having count(distinct c.code) > ${mostActiveCodes}),
    gone as (delete from customer_many_codes m where not exists (select from counted where counted.customer = m.customer))
    insert into customer_many_codes as m (customer, codes) select customer, codes from counted
    on conflict (customer) do update set codes = excluded.codes where m.codes <> excluded.codes`.execute(tx);
  await sql`delete from many_codes_count`.execute(tx);
  await sql`insert into many_codes_count select codes, count(*) from customer_many_codes group by codes`.execute(tx);
}
