import type { CustomerDxt } from '@washdesk/contracts/members/customer-sitewatch';
import { codeKind } from '@washdesk/rules/codes/codes';
import { admissionOf, admits } from '@washdesk/rules/lane/admission';
import type { Db } from '../../../db/pool.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import { rosterRowsOf } from './known-at-sites.store.ts';

/** The response for a customer without a code in any lane. */
const unknown = (id: string): CustomerDxt => ({
  found: false,
  active: false,
  hasAccess: false,
  expires: null,
  priceIncrease: false,
  scheduleId: null,
  PlanName: null,
  id,
  type: 'unknown',
});

/** Looks the customer up by plate, otherwise by tag. @throws Failure 404 `customer_not_found` */
export async function dxtOfCustomer(db: Db, id: string, now: Date): Promise<CustomerDxt> {
  await knownCustomer(db, id);
  const rows = await rosterRowsOf(db, id);
  const row = rows.find(({ code }) => codeKind(code) === 'plate') ?? rows[0];
  if (!row) return unknown(id);
  const active = admits(admissionOf({ status: row.status, goodUntil: row.good_until }, now));
  return {
    found: true,
    active,
    hasAccess: active,
    expires: row.period_end?.toISOString() ?? null,
    priceIncrease: active && row.price_increase,
    scheduleId: row.schedule,
    PlanName: row.plan_name,
    id,
    type: codeKind(row.code),
  };
}
