import { planTypeIsStripe } from '@washdesk/rules/plans';
import type { SitewatchCustomer } from '@washdesk/site-protocol/commands';
import type { Database } from 'node-firebird';
import { z } from 'zod';
import { rowOf, rowsOf, type Query } from './queries.ts';
import { sitewatchSql } from './sitewatch-sql.ts';

const person = {
  sql: sitewatchSql.customerByCode,
  row: z.object({ objid: z.int(), firstName: z.string(), lastName: z.string() }),
} satisfies Query<z.ZodType>;

const codes = { sql: sitewatchSql.codesOfCustomer, row: z.object({ objid: z.int(), code: z.string() }) } satisfies Query<z.ZodType>;

const plans = {
  sql: sitewatchSql.plansOfCustomer,
  row: z.object({
    planName: z.string(),
    productClass: z.string().nullable(),
    starts: z.iso.date().nullable(),
    expires: z.iso.date().nullable(),
  }),
} satisfies Query<z.ZodType>;

/** The customer who bears exactly this code, with all codes and club plans. */
export async function findCustomer(database: Database, code: string, signal: AbortSignal): Promise<SitewatchCustomer | null> {
  const customer = await rowOf(database, person, [code], signal);
  if (!customer) return null;
  const itsCodes = await rowsOf(database, codes, [customer.objid], signal);
  const itsPlans = await rowsOf(database, plans, [customer.objid], signal);
  return { ...customer, codes: itsCodes, plans: itsPlans.map((plan) => ({ ...plan, isStripe: planTypeIsStripe(plan.planName) })) };
}
