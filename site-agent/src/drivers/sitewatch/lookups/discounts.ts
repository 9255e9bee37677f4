import { z } from 'zod';
import type { SitewatchDiscount, SitewatchCustomerRef } from '@washdesk/site-protocol/sitewatch';
import { rowsOf, type Query, type Queryable } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';
import { resolveCustomers } from './resolve-customers.ts';

const text = z.string().nullable();

const discounts = {
  sql: sitewatchSql.discountsOfCustomer,
  row: z
    .object({
      sourceSystem: text,
      discountType: text,
      site: z.int().nullable(),
      atTime: text,
      amountSaved: z.int(),
      description: text,
    })
    .transform(({ atTime, ...discount }): SitewatchDiscount => ({ ...discount, at: atTime })),
} satisfies Query<z.ZodType>;

const most = 200;

/** Compares the times as text; all have the same format. */
const newestFirst = (one: SitewatchDiscount, other: SitewatchDiscount): number => (other.at ?? '').localeCompare(one.at ?? '');

export async function listDiscounts(database: Queryable, who: SitewatchCustomerRef, signal: AbortSignal): Promise<SitewatchDiscount[]> {
  const found: SitewatchDiscount[] = [];
  for (const customer of await resolveCustomers(database, who, signal))
    found.push(...(await rowsOf(database, discounts, [customer], signal)));
  return found.toSorted(newestFirst).slice(0, most);
}
