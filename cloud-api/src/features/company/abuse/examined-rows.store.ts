import { sql } from 'kysely';
import type { PlateChange } from '@washdesk/rules/abuse/plate-changes';
import type { PairedRead } from '@washdesk/rules/abuse/tag-plate';
import type { Wash } from '@washdesk/rules/abuse/visits';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { comparableForm } from '../../../db/comparable-code.ts';
import type { Tx } from '../../../db/pool.ts';

/** Instants from `from` (inclusive) to `until` (exclusive). */
export interface Range {
  from: Date;
  until: Date;
}

interface OfCustomer {
  customer: string;
}

const ms = (instant: ReturnType<typeof sql.ref>) => sql<number>`floor(extract(epoch from ${instant}) * 1000)::float8`;

/** Returns customers who washed in the range, in the order of their ids, after this one. */
export async function washersAfter(tx: Tx, { from, until }: Range, after: string, most: number): Promise<string[]> {
  const { rows } = await sql<OfCustomer>`
    select distinct customer from usage
    where site = any(array(select number from site)) and at >= ${from} and at < ${until} and customer > ${after}
    order by customer limit ${most}`.execute(tx);
  return rows.map(({ customer }) => customer);
}

/** Every wash of these customers once, as `washes` of `db/washes.ts`; its id is that of the usage, or site and sale. */
export async function washesOf(tx: Tx, customers: readonly string[], { from, until }: Range): Promise<(Wash & OfCustomer)[]> {
  const { rows } = await sql<Wash & OfCustomer>`
    select w.id, w.customer, ${ms(sql.ref('w.at'))} as at, w.site, w.plan_name as plan,
      (w.at at time zone s.time_zone)::date::text as day, extract(hour from w.at at time zone s.time_zone)::integer as hour
    from (
      select u.id::text as id, u.customer, u.at, u.site, u.plan_name from usage u
      where u.customer = any(${customers}::text[]) and u.at >= ${from} and u.at < ${until}
      union all
      select s.site || '-' || s.sale_id, s.customer, s.at, s.site, s.plan_name from sitewatch_sale s
      where s.customer = any(${customers}::text[]) and s.at >= ${from} and s.at < ${until} and s.plan_name is not null and s.status = 0
        and not exists (select from usage u where u.site = s.site and u.sale_id = s.sale_id)
    ) w join site s on s.number = w.site order by w.customer, w.at, w.id`.execute(tx);
  return rows;
}

/** A camera and an antenna of one lane see one car within that time. */
const togetherSeconds = 20;
const isTag = (code: ReturnType<typeof sql.ref>) => sql`${code} like '_____+______'`;
const apart = (one: string, other: string) => sql`abs(extract(epoch from ${sql.ref(one)} - ${sql.ref(other)}))`;
const around = (other: string) =>
  sql`between ${sql.ref(other)} - make_interval(secs => ${togetherSeconds}) and ${sql.ref(other)} + make_interval(secs => ${togetherSeconds})`;

/** The plate that a camera read nearest to a tag `t` in its lane. */
export const plateBeside = sql`lateral (
  select p.code, p.began from lane_trace p
  where p.site = t.site and p.lane = t.lane and p.began ${around('t.began')} and p.code is not null and not ${isTag(sql.ref('p.code'))}
  order by ${apart('p.began', 't.began')}, p.id limit 1
) plate`;

/**
 * Whether no other tag was nearer to that plate: it would be the tag of that car. The offset keeps the look-up by index for each tag;
 * joined by hash, all tags of a lane are compared with each other.
 */
export const isNearestTag = sql`not exists (
  select from lane_trace o
  where o.site = t.site and o.lane = t.lane and o.began ${around('plate.began')} and ${isTag(sql.ref('o.code'))} and o.code <> t.code
    and ${apart('o.began', 'plate.began')} < ${apart('t.began', 'plate.began')}
  offset 0)`;

/** Returns customers whose tag was read in the range beside a plate that is not theirs. */
export async function readBesideOtherPlates(tx: Tx, { from, until }: Range): Promise<string[]> {
  const { rows } = await sql<OfCustomer>`
    select distinct t.customer
    from (select * from lane_trace where began >= ${from} and began < ${until} and customer is not null and lane is not null
      and ${isTag(sql.ref('code'))}) t, ${plateBeside}
    where ${isNearestTag}
      and not exists (select from customer_code k
        where k.customer = t.customer and ${comparableForm(sql.ref('k.code'))} = ${comparableForm(sql.ref('plate.code'))})
    order by t.customer`.execute(tx);
  return rows.map(({ customer }) => customer);
}

export interface ReadOfTag extends PairedRead, OfCustomer {
  site: number;
}

/** Returns the reads of these customers' tags with the plate beside each, and the other customer who has the plate. */
export async function readsOf(tx: Tx, customers: readonly string[], { from, until }: Range): Promise<ReadOfTag[]> {
  const { rows } = await sql<ReadOfTag>`
    select t.id, t.customer, ${ms(sql.ref('t.began'))} as at, t.site, plate.code as plate,
      (select k.customer from customer_code k where k.customer <> t.customer
        and ${comparableForm(sql.ref('k.code'))} = ${comparableForm(sql.ref('plate.code'))} order by k.customer limit 1) as owner
    from (select * from lane_trace where customer = any(${customers}::text[]) and began >= ${from} and began < ${until} and lane is not null
      and ${isTag(sql.ref('code'))}) t, ${plateBeside}
    where ${isNearestTag}
    order by t.customer, t.began, t.id`.execute(tx);
  return rows;
}

const plateKey = sql.lit(customerKeys.plate);
const valueOf = (column: 'before' | 'after') => sql`coalesce(p.${sql.ref(column)}, a.${sql.ref(column)}::jsonb)->>${plateKey}`;
const changedPlate = sql`a.action = any(array['customer.saved', 'customer.metadata-changed']) and ${valueOf('after')} is not null`;
const customerOf = sql`substr(a.subject, ${'customer:'.length + 1})`;

/** Returns customers whose plate was changed in the range. */
export async function changedPlates(tx: Tx, { from, until }: Range): Promise<string[]> {
  const { rows } = await sql<OfCustomer>`
    select distinct ${customerOf} as customer from audit a left join audit_personal p on p.audit = a.id
    where ${changedPlate} and a.at >= ${from} and a.at < ${until} and a.subject like 'customer:%' order by 1`.execute(tx);
  return rows.map(({ customer }) => customer);
}

export async function changesOf(tx: Tx, customers: readonly string[], { from, until }: Range): Promise<(PlateChange & OfCustomer)[]> {
  const { rows } = await sql<PlateChange & OfCustomer>`
    select a.id, ${customerOf} as customer, ${ms(sql.ref('a.at'))} as at, coalesce(${valueOf('before')}, '') as "from", ${valueOf('after')} as "to"
    from audit a left join audit_personal p on p.audit = a.id
    where a.subject = any(${customers.map((customer) => `customer:${customer}`)}::text[]) and ${changedPlate}
      and a.at >= ${from} and a.at < ${until}
    order by a.subject, a.at, a.id`.execute(tx);
  return rows;
}

/** Returns the plates that these customers have now. */
export async function platesOf(tx: Tx, customers: readonly string[]): Promise<(OfCustomer & { code: string })[]> {
  const { rows } = await sql<OfCustomer & { code: string }>`
    select distinct customer, code from customer_code where customer = any(${customers}::text[]) and not ${isTag(sql.ref('code'))}`.execute(
    tx,
  );
  return rows;
}
