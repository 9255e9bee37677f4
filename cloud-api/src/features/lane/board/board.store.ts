import { sql, type RawBuilder } from 'kysely';
import type { LaneCar, LaneDecision } from '@washdesk/contracts/lane/board';
import type { TraceOutcome } from '@washdesk/rules/lane/traces';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';

interface LaneReadDecisionTable {
  trace: string;
  kind: LaneDecision['kind'];
  lane: number | null;
  principal: string;
  at: Date;
}

declare module '../../../db/schema.ts' {
  interface Database {
    lane_read_decision: LaneReadDecisionTable;
  }
}

export const personalData = {
  lane_read_decision: { plain: ['trace', 'kind', 'lane', 'principal', 'at'] },
} satisfies PersonalTables;

/** The roster's row of a code, and its member. */
export interface Member {
  code: string;
  /** The member's plate on the same plan. */
  plate: string | null;
  customer: string;
  name: string | null;
  planName: string | null;
  subscription: string | null;
  status: string;
  goodUntil: Date | null;
}

export interface TracedCar extends Pick<LaneCar, 'lane' | 'gate' | 'code' | 'customer' | 'name' | 'planName' | 'subscription'> {
  id: string;
  began: Date;
  outcome: TraceOutcome | 'unknown';
  reason: string | null;
  /** What the lane decided, as a sentence. */
  decided: string | null;
  tiedLanes: (number | null)[] | null;
  /** The member's plate on the same plan. */
  plate: string | null;
  status: string | null;
  goodUntil: Date | null;
  decision: (Omit<LaneDecision, 'at'> & { at: string }) | null;
  isWashed: boolean;
}

/** Returns the plate on the plan of roster row `r`; a plate ends with its state. */
const plateOfPlan = sql<string | null>`(
  select p.code from roster_entry p
  where p.customer = r.customer and p.subscription is not distinct from r.subscription and not p.removed and p.code ~ '-[A-Z]{2}$'
  order by p.code limit 1)`;

/** Returns the newest cars of each lane, and of none, that began after an instant; each lane from its own part of the index. */
export async function tracedCars(db: Db, site: number, after: Date, most: number): Promise<TracedCar[]> {
  const newest = sql`site = ${site} and began > ${after} order by began desc limit ${most}`;
  const next = (condition: RawBuilder<unknown>) =>
    sql`(select lane from lane_trace where site = ${site} and ${condition} order by lane limit 1)`;
  const { rows } = await sql<TracedCar>`
    with recursive lanes (lane) as (
      ${next(sql`lane is not null`)} union all select ${next(sql`lane > lanes.lane`)} from lanes where lane is not null
    )
    select t.id, t.began, t.lane, t.gate, t.tied_lanes as "tiedLanes", t.code, t.outcome, t.reason,
      jsonb_path_query_array(t.hops, '$[*] ? (@.step == "decision").detail') ->> -1 as decided,
      coalesce(t.customer, r.customer) as customer, c.name, r.plan_name as "planName", r.subscription, r.status, r.good_until as "goodUntil",
      ${plateOfPlan} as plate,
      case when d.trace is not null then json_build_object('kind', d.kind, 'lane', d.lane, 'at', d.at, 'by', s.name) end as decision,
      exists (
        select from usage u where u.customer = coalesce(t.customer, r.customer) and u.site = t.site
          and u.at between t.began - interval '1 minute' and t.began + interval '5 minutes'
      ) as "isWashed"
    from (
      select t.* from lanes cross join lateral (select * from lane_trace where lane = lanes.lane and ${newest}) t
      union all (select * from lane_trace where lane is null and ${newest})
    ) t
    left join roster_entry r on r.code = t.code and not r.removed
    left join mirror_customer c on c.id = coalesce(t.customer, r.customer) and c.deleted_at is null
    left join lane_read_decision d on d.trace = t.id
    left join staff s on s.employee_number::text = d.principal
    order by t.began desc`.execute(db);
  return rows;
}

/** Returns the members of codes. */
export async function membersOf(db: Db, codes: readonly string[]): Promise<Member[]> {
  if (codes.length === 0) return [];
  return db
    .selectFrom('roster_entry as r')
    .leftJoin('mirror_customer as c', (join) => join.onRef('c.id', '=', 'r.customer').on('c.deleted_at', 'is', null))
    .select(['r.code', 'r.customer', 'c.name', 'r.plan_name as planName', 'r.subscription', 'r.status', 'r.good_until as goodUntil'])
    .select(plateOfPlan.as('plate'))
    .where('r.code', 'in', codes)
    .where('r.removed', '=', false)
    .execute();
}

/** Returns when a car of the site was read; undefined if the site has no such trace. */
export async function readAt(tx: Tx, site: number, trace: string): Promise<Date | undefined> {
  const row = await tx.selectFrom('lane_trace').select('began').where('id', '=', trace).where('site', '=', site).executeTakeFirst();
  return row?.began;
}

/** @returns whether it is the first decision about this read */
export async function insertDecision(tx: Tx, decision: LaneReadDecisionTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('lane_read_decision')
    .values(decision)
    .onConflict((conflict) => conflict.column('trace').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function decisionOf(tx: Tx, trace: string) {
  return tx
    .selectFrom('lane_read_decision as d')
    .leftJoin('staff as s', (join) => join.on(sql<boolean>`s.employee_number::text = d.principal`))
    .select(['d.kind', 'd.lane', 'd.principal', 'd.at', 's.name'])
    .where('d.trace', '=', trace)
    .executeTakeFirst();
}
