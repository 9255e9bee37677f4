import { sql, type RawBuilder } from 'kysely';

/**
 * The name that a staff member with this number had at an instant: a number that a new person took over was the former holder's before
 * (docs/rules/access.md#staff-and-sitewatch). Null for anyone else.
 */
export const staffNameAt = (number: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<string | null> => sql<string | null>`coalesce(
  (select r.before->>'name' from audit r
    where r.subject = 'staff:' || ${number} and r.action = 'staff.replaced' and r.at > ${at} order by r.at limit 1),
  (select s.name from staff s where s.employee_number = case when ${number} ~ '^[0-9]{1,9}$' then ${number}::integer end))`;
