import { sql, type RawBuilder } from 'kysely';
import { taxRatesOfPlan } from '@washdesk/rules/billing/plan-tax';
import type { TaxRate } from '@washdesk/rules/billing/tax';
import { paymentKeys, refundKeys } from '@washdesk/rules/company/metadata-keys';
import { actionsOf, type AuditWords, type TimelineKind } from '@washdesk/rules/customers/timeline';
import type { PageCursor } from '../../../common/page-cursor.ts';
import type { Db } from '../../../db/pool.ts';
import { newestWashes } from '../../../db/washes.ts';

/** A row of any kind; fields of other kinds are null. */
export interface TimelineRow {
  at: Date;
  /** Kind and hash of the row's id: unique, and contains no id of the payment provider. */
  key: string;
  site: number | null;
  by: string | null;
  /** The subject of the entry: a plan, an action, or the subject line of a message. */
  what: string | null;
  channel: string | null;
  state: string | null;
  detail: string | null;
  /** Cents. */
  amount: number | null;
  /** The object that the entry opens. */
  link: string | null;
  /** The values of an audit row; missing in other rows. */
  before?: Readonly<Record<string, unknown>> | null;
  after?: Readonly<Record<string, unknown>> | null;
}

/** The condition for rows after a cursor: by instant, then by key. */
type Behind = (at: RawBuilder<unknown>, key: RawBuilder<unknown>) => RawBuilder<unknown>;

const nothing = sql`null::text`;
/** Null for a client, whose name is not a number. */
const staffName = (actor: RawBuilder<unknown>) => sql`
  case when ${actor} = 'member' then 'The member' when ${actor} like 'lane:%' then 'Lane ' || substr(${actor}, 6) else
  (select name from staff where staff.employee_number = case when ${actor} ~ '^[0-9]{1,9}$' then ${actor}::integer end) end`;
const keyOf = (kind: TimelineKind, id: RawBuilder<unknown>) => sql`${sql.lit(`${kind}-`)} || md5(${id})`;

const auditRows =
  (kind: AuditWords['kind'], subjects: (customer: string) => RawBuilder<unknown>) => (customer: string, behind: Behind, most: number) => {
    const key = keyOf(kind, sql`a.id::text`);
    // one query per subject uses the index; a list of subjects would scan all of it
    return sql`
      select row.* from (${subjects(customer)}) about(subject, link), lateral (
        select a.at, ${key} as key, a.site, ${staffName(sql`a.actor`)} as by, a.action as what, ${nothing} as channel, ${nothing} as state,
          coalesce((select p.why from audit_personal p where p.audit = a.id), a.why) as detail, null::bigint as amount, about.link,
          coalesce((select p.before from audit_personal p where p.audit = a.id), a.before::jsonb) as before,
          coalesce((select p.after from audit_personal p where p.audit = a.id), a.after::jsonb) as after
        from audit a
        where a.subject = about.subject and a.action = any(${actionsOf(kind)}::text[]) and ${behind(sql`a.at`, key)}
        order by a.at desc, ${key} collate "C" desc limit ${most}
      ) row`;
  };

const aboutSubscriptions = (customer: string) =>
  sql`select 'subscription:' || id, id from mirror_subscription where customer = ${customer}`;
const aboutCustomer = (customer: string) => sql`select 'customer:' || ${customer}::text, ${nothing}`;
const aboutDisputes = (customer: string) => sql`
  select 'dispute:' || d.id, ${nothing} from mirror_charge c join mirror_dispute d on d.charge = c.id where c.customer = ${customer}`;

type Rows = (customer: string, behind: Behind, most: number, after: PageCursor | null, at: number | null) => RawBuilder<unknown>;

/** Kinds that say where the customer was. */
const visits: readonly TimelineKind[] = ['wash', 'gate', 'print'];

/** One statement per kind of entry, each with its own index. */
const rowsOfKind: Readonly<Record<TimelineKind, Rows>> = {
  wash: (customer, _behind, most, after, at) => sql`
    select w.at, ${keyOf('wash', sql`coalesce(w.usage::text, w.site || ':' || w.sale_id)`)} as key, w.site,
      (select name from staff where staff.employee_number = w.employee) as by,
      w.plan_name as what, ${nothing} as channel, ${nothing} as state, w.code as detail, null::bigint as amount, w.usage::text as link
    from (${newestWashes(customer, most, after?.created, at)}) w`,
  gate: (customer) => sql`
    select g.asked as at, ${keyOf('gate', sql`g.id::text`)} as key, g.site, ${staffName(sql`g.principal`)} as by, ${nothing} as what,
      ${nothing} as channel, g.result as state, coalesce(d.name, g.gate) as detail, null::bigint as amount, ${nothing} as link
    from gate_command g left join site_device d on d.site = g.site and d.id = g.gate where g.customer = ${customer}`,
  charge: (customer) => sql`
    select c.created as at, ${keyOf('charge', sql`c.id`)} as key, c.site, c.object->'metadata'->>${sql.lit(paymentKeys.employeeName)} as by,
      ${nothing} as what, ${nothing} as channel, c.status as state, c.object->>'description' as detail, c.amount, c.id as link
    from mirror_charge c where c.customer = ${customer} and c.deleted_at is null`,
  refund: (customer) => sql`
    select r.created as at, ${keyOf('refund', sql`r.id`)} as key, c.site, r.object->'metadata'->>${sql.lit(refundKeys.employeeName)} as by,
      ${nothing} as what, ${nothing} as channel, r.status as state, r.object->'metadata'->>${sql.lit(refundKeys.note)} as detail,
      (r.object->>'amount')::bigint as amount, c.id as link
    from mirror_charge c join mirror_refund r on r.charge = c.id where c.customer = ${customer} and r.deleted_at is null`,
  plan: auditRows('plan', aboutSubscriptions),
  note: (customer) => sql`
    select n.created as at, ${keyOf('note', sql`n.id::text`)} as key, null::integer as site, n.agent as by, ${nothing} as what,
      ${nothing} as channel, ${nothing} as state, n.note as detail, null::bigint as amount, n.id::text as link
    from note n where n.customer = ${customer}`,
  message: (customer) => sql`
    select m.requested as at, ${keyOf('message', sql`m.id::text`)} as key, null::integer as site, ${nothing} as by, m.kind as what,
      m.channel, m.state, ${nothing} as detail, null::bigint as amount,
      case when m.kind = 'receipt' then m.receipt end as link
    from message m where m.customer = ${customer}`,
  print: (customer) => sql`
    select p.asked as at, ${keyOf('print', sql`p.id::text`)} as key, p.site, ${nothing} as by, ${nothing} as what, ${nothing} as channel,
      p.state, ${nothing} as detail, null::bigint as amount, p.subject as link
    from (
      select id::text from receipt where customer = ${customer} union all select id::text from usage where customer = ${customer}
    ) paper join print_job p on p.subject = paper.id`,
  signature: (customer) => sql`
    select coalesce(s.signed_at, s.requested) as at, ${keyOf('signature', sql`s.id::text`)} as key, s.site,
      ${staffName(sql`s.requested_by`)} as by, ${nothing} as what, ${nothing} as channel, s.state, ${nothing} as detail,
      null::bigint as amount, s.id::text as link
    from signature s where s.customer = ${customer}`,
  account: auditRows('account', aboutCustomer),
  dispute: auditRows('dispute', aboutDisputes),
};

/** Returns the newest rows of one kind after the cursor. @param at the only site whose visits are seen; null for every site */
export async function timelineRows(
  db: Db,
  kind: TimelineKind,
  customer: string,
  { after, most, at }: { after: PageCursor | null; most: number; at: number | null },
): Promise<TimelineRow[]> {
  const seen = at === null || !visits.includes(kind) ? sql`true` : sql`row.site = ${at}`;
  const behind: Behind = (time, key) =>
    after ? sql`${time} <= ${after.created} and (${time} < ${after.created} or (${key}) collate "C" < ${after.id})` : sql`true`;
  const { rows } = await sql<TimelineRow>`
    select row.* from (${rowsOfKind[kind](customer, behind, most, after, at)}) row where ${seen} and ${behind(sql`row.at`, sql`row.key`)}
    order by row.at desc, row.key collate "C" desc limit ${most}`.execute(db);
  return rows;
}

/** Returns the plan and its amount in cents for each of these prices. */
export async function pricesNamed(db: Db, ids: readonly string[]): Promise<Map<string, { plan: string; amount: number | null }>> {
  const { rows } = await sql<{ id: string; plan: string | null; amount: number | null }>`
    select price.id, coalesce(price.object->>'nickname', product.object->>'name') as plan, (price.object->>'unit_amount')::integer as amount
    from mirror_price price left join mirror_product product on product.id = price.product where price.id = any(${ids}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, plan, amount }) => [id, { plan: plan ?? id, amount }]));
}

/** Returns the tax rates of each of a customer's plans. */
export async function ratesOfPlans(db: Db, customer: string): Promise<Map<string, TaxRate[]>> {
  const rows = await db
    .selectFrom('mirror_subscription as subscription')
    .innerJoin('mirror_customer as customer', 'customer.id', 'subscription.customer')
    .select(['subscription.id', 'subscription.object as plan', 'customer.object as person'])
    .where('subscription.customer', '=', customer)
    .execute();
  return new Map(rows.map(({ id, plan, person }) => [id, taxRatesOfPlan(plan, person)]));
}
