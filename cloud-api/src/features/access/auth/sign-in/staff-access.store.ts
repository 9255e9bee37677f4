import { sql } from 'kysely';
import type { Db } from '../../../../db/pool.ts';

interface StaffRow {
  number: number;
  name: string;
  roles: number;
  username: string | null;
  active: boolean;
  otherNames: string[];
  /** The names of active employees with this number in Sitewatch. */
  sitewatchNames: string[];
  hasPassword: boolean;
  hasPin: boolean;
  /** When one-time codes were confirmed. */
  codeSince: Date | null;
  /** The number of places where PIN or one-time code is locked. */
  locked: number;
}

/** @param most attempts since `since` that lock a place */
export async function staffWithLocks(db: Db, most: number, since: Date): Promise<StaffRow[]> {
  const { rows } = await sql<StaffRow>`
    select s.employee_number as number, s.name, s.roles, s.username, s.active, s.other_names as "otherNames",
      array(select trim(e.first_name || ' ' || e.last_name) from site_employee e
        where e.number = s.employee_number and e.active order by e.site) as "sitewatchNames",
      s.password_hash is not null as "hasPassword", s.pin_hash is not null as "hasPin", c.confirmed as "codeSince",
      (select count(*)::int from (select employee_number, attempts, since from pin_attempt
         union all select employee_number, attempts, since from code_attempt) a
       where a.employee_number = s.employee_number and a.attempts >= ${most} and a.since > ${since}) as locked
    from staff s left join one_time_code c using (employee_number)
    order by s.employee_number`.execute(db);
  return rows;
}
