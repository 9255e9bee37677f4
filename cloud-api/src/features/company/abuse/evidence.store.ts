import { sql, type RawBuilder } from 'kysely';
import type { Evidence } from '@washdesk/rules/abuse/finding';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import type { Db } from '../../../db/pool.ts';
import { staffNameAt } from '../../../db/staff-name.ts';
import { isNearestTag, plateBeside } from './examined-rows.store.ts';

/** A row that shows it, as people read it. A row that was erased since is missing. */
export interface EvidenceRow {
  of: Evidence['of'];
  id: string;
  at: Date;
  site: number | null;
  code: string | null;
  plate: string | null;
  customer: string | null;
  name: string | null;
  amount: number | null;
  by: string | null;
}

const none = sql`null::text`;
const nameOf = (customer: RawBuilder<unknown>) => sql`(select name from mirror_customer where id = ${customer} and deleted_at is null)`;
/** The name at that time; of an employee without a staff row, the name in Sitewatch. */
const ofNumber = (number: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`coalesce(${staffNameAt(sql`${number}::text`, at)},
  (select e.first_name || ' ' || e.last_name from site_employee e
    where e.number = case when ${number}::text ~ '^[0-9]{1,9}$' then ${number}::text::integer end order by e.seen desc limit 1))`;

const plateKey = sql.lit(customerKeys.plate);
const valueOf = (column: 'before' | 'after') => sql`coalesce(p.${sql.ref(column)}, a.${sql.ref(column)}::jsonb)->>${plateKey}`;

type Ids = readonly string[];

const rowsOf: Readonly<Record<Evidence['of'], (ids: Ids) => RawBuilder<unknown>>> = {
  wash: (ids) => sql`
    select u.id::text as id, u.at, u.site, u.code, ${none} as plate, ${none} as customer, ${none} as name, null::integer as amount,
      coalesce(${ofNumber(sql`u.employee`, sql`u.at`)}, case when u.source = 'lane' then 'The lane' end) as by
    from usage u where u.id = any(${ids.filter((id) => id.length === 36)}::uuid[])
    union all
    select sale.site || '-' || sale.sale_id, sale.at, sale.site, sale.code, ${none}, ${none}, ${none}, null::integer,
      ${ofNumber(sql`sale.employee`, sql`sale.at`)}
    from sitewatch_sale sale where (sale.site, sale.sale_id) in (
      select split_part(id, '-', 1)::integer, split_part(id, '-', 2)::integer from unnest(${ids.filter((id) => id.length < 36)}::text[]) id)`,
  read: (ids) => sql`
    select t.id::text as id, t.began as at, t.site, t.code, plate.code as plate, k.customer, ${nameOf(sql`k.customer`)} as name,
      null::integer as amount, 'Lane ' || t.lane as by
    from (select * from lane_trace where id = any(${ids}::uuid[])) t
      cross join ${plateBeside} left join code_claim k on k.code = plate.code and k.customer is distinct from t.customer
    where ${isNearestTag}`,
  change: (ids) => sql`
    select a.id::text as id, a.at, a.site, ${valueOf('after')} as code, nullif(${valueOf('before')}, '') as plate, ${none} as customer,
      ${none} as name, null::integer as amount, case a.actor when 'member' then 'The member' else ${ofNumber(sql`a.actor`, sql`a.at`)} end as by
    from audit a left join audit_personal p on p.audit = a.id where a.id = any(${ids}::uuid[])`,
  gift: (ids) => sql`
    select g.source as id, g.at, g.site, ${none} as code, ${none} as plate, g.customer, ${nameOf(sql`g.customer`)} as name,
      null::integer as amount, ${ofNumber(sql`g.approver`, sql`g.at`)} as by
    from gift g where g.kind = 'freeMonths' and g.source = any(${ids}::text[])`,
  refund: (ids) => sql`
    select r.id, r.created as at, c.site, ${none} as code, ${none} as plate, c.customer, ${nameOf(sql`c.customer`)} as name,
      (r.object->>'amount')::integer as amount, ${none} as by
    from mirror_refund r left join mirror_charge c on c.id = r.charge where r.id = any(${ids}::text[])`,
};

/** Returns the rows of a flag, oldest first. */
export async function evidenceRows(db: Db, evidence: readonly Evidence[]): Promise<EvidenceRow[]> {
  const byTable = Map.groupBy(evidence, ({ of }) => of);
  const found = await Promise.all(
    [...byTable].map(async ([of, all]) => {
      const { rows } = await sql<Omit<EvidenceRow, 'of'>>`${rowsOf[of](all.map(({ id }) => id))}`.execute(db);
      return rows.map((row) => ({ of, ...row }));
    }),
  );
  return found.flat().toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
