import { sql, type RawBuilder } from 'kysely';
import type { Period } from '@washdesk/rules/dates/periods';
import { endedStatuses, hasBegun } from '@washdesk/rules/plans/statuses';
import type { Db, Tx } from '../../../db/pool.ts';

export interface MemberFigures {
  /** Null for plans without a site. */
  site: number | null;
  signUps: number;
  ended: number;
  washes: number;
}

/** Whether an instant is in the period at the site `s`, in UTC without a site. The range without a time zone is for the indexes. */
const within = (at: RawBuilder<unknown>, { from, to }: Period) => sql`
  ${at} >= ${from}::date - 1 and ${at} < ${to}::date + 2
  and (${at} at time zone coalesce(s.time_zone, 'UTC'))::date between ${from}::date and ${to}::date`;

const endedPlans = endedStatuses.filter(hasBegun);

/** Counts sign-ups as the sales by employee, plans that ended after a paid bill, and washes of members, by site. */
export async function memberFigures(tx: Tx, period: Period): Promise<MemberFigures[]> {
  // a slow query is fine: the copied sales have no index by time, and no request waits for the report
  await sql`set local statement_timeout = '5min'`.execute(tx);
  const endedAt = sql`to_timestamp((p.object->>'ended_at')::bigint)`;
  const { rows } = await sql<MemberFigures>`
    with counted as (
      select site, 'signUp' as what from plan_sale where kind = 'sign-up' and day between ${period.from}::date and ${period.to}::date
      union all
      select p.site, 'ended' from mirror_subscription p left join site s on s.number = p.site
      where p.deleted_at is null and p.status = any(${endedPlans}::text[]) and ${within(endedAt, period)}
        and exists (select from mirror_invoice i where i.subscription = p.id and i.status = 'paid' and i.deleted_at is null)
      union all
      select u.site, 'wash' from usage u join site s on s.number = u.site where ${within(sql`u.at`, period)}
      union all
      select r.site, 'wash' from sitewatch_sale r join site s on s.number = r.site
      where r.customer is not null and r.plan_name is not null and r.status = 0 and ${within(sql`r.at`, period)}
        and not exists (select from usage u where u.site = r.site and u.sale_id = r.sale_id)
    )
    select site, ${countOf('signUp')} as "signUps", ${countOf('ended')} as ended, ${countOf('wash')} as washes
    from counted group by site order by site`.execute(tx);
  return rows;
}

const countOf = (what: string) => sql`count(*) filter (where what = ${what})::integer`;

/** Returns those of the requests whose message is queued, sent or refused. */
export async function queuedReports(db: Db, requests: readonly string[]): Promise<Set<string | null>> {
  const rows = await db.selectFrom('message').select('asked').where('asked', 'in', requests).execute();
  return new Set(rows.map(({ asked }) => asked));
}
