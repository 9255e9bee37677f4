import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';

/** An employee as a site's Sitewatch has them. */
export interface NameAtSite {
  site: number;
  siteName: string;
  name: string;
  active: boolean;
}

export interface StaffAtSites {
  number: number;
  name: string;
  otherNames: string[];
  active: boolean;
  /** Whether a Sitewatch has had the person. */
  wasSeen: boolean;
  /** The copies of every site that has the number. */
  copies: NameAtSite[];
}

/** @param numbers null for all staff */
export async function staffAtSites(db: Db | Tx, numbers: readonly number[] | null): Promise<StaffAtSites[]> {
  const { rows } = await sql<StaffAtSites>`
    select s.employee_number as number, s.name, s.other_names as "otherNames", s.active, s.seen_in_sitewatch as "wasSeen",
      coalesce(json_agg(json_build_object('site', e.site, 'siteName', site.name, 'active', e.active,
        'name', trim(e.first_name || ' ' || e.last_name)) order by e.site) filter (where e.site is not null), '[]') as copies
    from staff s left join site_employee e on e.number = s.employee_number left join site on site.number = e.site
    ${numbers === null ? sql`` : sql`where s.employee_number = any(${numbers})`}
    group by s.employee_number order by s.employee_number`.execute(db);
  return rows;
}

export async function markSeen(db: Db, number: number): Promise<void> {
  await db.updateTable('staff').set({ seen_in_sitewatch: true }).where('employee_number', '=', number).execute();
}

/** Removes what the former holder of a number could prove themselves with besides the secrets of the staff row. */
export async function deleteCodes(tx: Tx, number: number): Promise<void> {
  for (const table of ['one_time_code', 'recovery_code', 'pin_attempt', 'code_attempt'] as const)
    await tx.deleteFrom(table).where('employee_number', '=', number).execute();
}

/** Ends an open alert; one of the same key can be raised again. */
export async function settleAlert(tx: Tx, key: string, by: string, why: string): Promise<void> {
  await sql`
    update job set key = key || ':' || id, state = 'dismissed', settled = now(), dismissed_by = ${by}, why = ${why}
    where what = 'alert' and key = ${key}`.execute(tx);
}
