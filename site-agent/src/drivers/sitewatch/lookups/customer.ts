import { z } from 'zod';
import { planTypeIsStripe } from '@washdesk/rules/company/product-classes';
import type { SitewatchCustomer } from '@washdesk/site-protocol/sitewatch';
import { rowsOf, type Query, type Queryable } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';

/** One row of the query: the customer with one code or one plan, whose number is `rowId`. */
const customer = {
  sql: sitewatchSql.customerByCode,
  row: z.object({
    objid: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    rowId: z.int(),
    code: z.string().nullable(),
    planName: z.string().nullable(),
    productClass: z.string().nullable(),
    starts: z.iso.date().nullable(),
    expires: z.iso.date().nullable(),
  }),
} satisfies Query<z.ZodType>;

/** Returns the customer with exactly this code, with all codes and club plans. */
export async function findCustomer(database: Queryable, code: string, signal: AbortSignal): Promise<SitewatchCustomer | null> {
  const rows = await rowsOf(database, customer, [code], signal);
  const [first] = rows;
  if (!first) return null;
  const { objid, firstName, lastName } = first;
  return {
    objid,
    firstName,
    lastName,
    codes: rows.flatMap((row) => (row.code === null ? [] : [{ objid: row.rowId, code: row.code }])),
    plans: rows.flatMap(({ planName, productClass, starts, expires }) =>
      planName === null ? [] : [{ planName, productClass, starts, expires, isStripe: planTypeIsStripe(planName) }],
    ),
  };
}
