import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';

export interface SiteEmployee {
  number: number;
  firstName: string;
  lastName: string;
  active: boolean;
}

export interface EmployeeCopy extends SiteEmployee {
  site: number;
  seen: Date;
}

export async function rememberEmployees(db: Db | Tx, site: number, employees: readonly SiteEmployee[], seen: Date): Promise<void> {
  if (employees.length === 0) return;
  const rows = employees.map(({ number, firstName, lastName, active }) => ({
    site,
    number,
    first_name: firstName,
    last_name: lastName,
    active,
    seen,
  }));
  await db
    .insertInto('site_employee')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['number', 'site']).doUpdateSet({
        first_name: sql.ref('excluded.first_name'),
        last_name: sql.ref('excluded.last_name'),
        active: sql.ref('excluded.active'),
        seen: sql.ref('excluded.seen'),
      }),
    )
    .execute();
}

export async function forgetEmployee(db: Db, site: number, number: number): Promise<void> {
  await db.deleteFrom('site_employee').where('site', '=', site).where('number', '=', number).execute();
}

/** Removes the employees who are not among `numbers`, which must not be empty. */
export async function removeOtherEmployees(tx: Tx, site: number, numbers: readonly number[]): Promise<void> {
  await tx.deleteFrom('site_employee').where('site', '=', site).where('number', 'not in', numbers).execute();
}

/** Returns every site's last response about this number, newest first. */
export async function copiesOf(db: Db, number: number): Promise<EmployeeCopy[]> {
  return db
    .selectFrom('site_employee')
    .select(['site', 'number', 'first_name as firstName', 'last_name as lastName', 'active', 'seen'])
    .where('number', '=', number)
    .orderBy('seen', 'desc')
    .execute();
}

/** Returns the sites whose employees were last copied before this time. */
export async function sitesCopiedBefore(db: Db, time: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('site_employee')
    .select('site')
    .groupBy('site')
    .having((on) => on(on.fn.min('seen'), '<', time))
    .execute();
  return rows.map(({ site }) => site);
}
