import { z } from 'zod';
import type { SitewatchCustomerRecord } from '@washdesk/site-protocol/sitewatch';
import type { CustomersPage } from '../../../ports/pos-lookups.ts';
import { rowsOf, type Query, type Queryable } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';

const text = z.string().nullable();
const flag = z.int().transform((value) => value !== 0);

const customers = {
  sql: sitewatchSql.customersAfter,
  row: z.object({
    objid: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    email: text,
    phone: text,
    city: text,
    state: text,
    zip: text,
    country: text,
    make: text,
    model: text,
    color: text,
    isCommercial: flag,
    taxExempt: flag,
  }),
} satisfies Query<z.ZodType>;

const codes = { sql: sitewatchSql.codesOfCustomers, row: z.object({ customer: z.int(), code: z.string() }) } satisfies Query<z.ZodType>;

const plans = {
  sql: sitewatchSql.stripePlansOfCustomers,
  row: z.object({ customer: z.int(), productClass: text, expires: z.iso.date().nullable() }),
} satisfies Query<z.ZodType>;

/** Returns a page of customers by objid, with three queries however many they are. */
export async function listCustomers(
  on: Queryable,
  { after, most, today }: CustomersPage,
  signal: AbortSignal,
): Promise<SitewatchCustomerRecord[]> {
  const rows = await rowsOf(on, customers, [most, after], signal);
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return [];
  const own = await rowsOf(on, codes, [first.objid, last.objid], signal);
  const running = await rowsOf(on, plans, [first.objid, last.objid, today], signal);
  const codesOf = Map.groupBy(own, ({ customer }) => customer);
  const plansOf = Map.groupBy(running, ({ customer }) => customer);
  return rows.map((row) => ({
    ...row,
    codes: (codesOf.get(row.objid) ?? []).map(({ code }) => code),
    plans: (plansOf.get(row.objid) ?? []).map(({ productClass, expires }) => ({ productClass, expires })),
  }));
}
