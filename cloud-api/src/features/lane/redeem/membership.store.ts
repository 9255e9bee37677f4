import type { CodeHolder } from '@washdesk/contracts/lane/redeem';
import { memberStatuses } from '@washdesk/rules/plans/statuses';
import type { Db, Pool } from '../../../db/pool.ts';

/** The data of a code for one of its holders. */
export interface Membership {
  customer: string;
  name: string | null;
  subscription: string | null;
  schedule: string | null;
  planName: string | null;
  productClass: string | null;
  status: string;
  periodEnd: Date | null;
  goodUntil: Date | null;
  priceIncrease: boolean;
  otherHolders: CodeHolder[];
}

/** The holders of code $1 except this customer, with whether lanes admit them by a plan with a status in $2. */
const otherHoldersThan = (customer: string): string => `
  select json_agg(json_build_object('id', k.customer, 'name', c.name, 'active',
      exists (select from mirror_subscription s where s.customer = k.customer and s.status = any($2))) order by k.customer)
  from customer_code k join mirror_customer c on c.id = k.customer and c.deleted_at is null
  where k.code = $1 and k.source = 'stripe' and k.customer <> ${customer}`;

const byCode = {
  name: 'membership-by-code',
  text: `select customer, name, subscription, schedule, plan_name as "planName", product_class as "productClass", status, period_end as "periodEnd",
      good_until as "goodUntil", price_increase as "priceIncrease", coalesce((${otherHoldersThan('roster_entry.customer')}), '[]') as "otherHolders"
    from roster_entry where code = $1 and not removed`,
};

/** Returns the roster's row of a code: its holder that lanes admit. Runs often, so it is prepared by name. */
export async function membershipOf(pool: Pool, code: string): Promise<Membership | null> {
  const { rows } = await pool.raw.query<Membership>(byCode, [code, memberStatuses]);
  return rows[0] ?? null;
}

const otherHolders = { name: 'other-holders', text: `select coalesce((${otherHoldersThan('$3')}), '[]') as holders` };

/** Returns the customers who have this code besides this one. */
export async function otherHoldersOf(pool: Pool, code: string, customer: string): Promise<CodeHolder[]> {
  const { rows } = await pool.raw.query<{ holders: CodeHolder[] }>(otherHolders, [code, memberStatuses, customer]);
  return rows[0]?.holders ?? [];
}

/** Whether the customer has this code at the payment provider. */
export async function hasCode(db: Db, code: string, customer: string): Promise<boolean> {
  const row = await db
    .selectFrom('customer_code')
    .select('code')
    .where('code', '=', code)
    .where('customer', '=', customer)
    .where('source', '=', 'stripe')
    .executeTakeFirst();
  return row !== undefined;
}
