import { z } from 'zod';
import { PosRefused } from '../../../ports/pos-database.ts';
import type { Query } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';
import { rowIn, rowsIn, runIn, type WriteContext } from './write-context.ts';

const day = z.iso.date().nullable();

const running = {
  sql: sitewatchSql.runningPlans,
  row: z
    .object({
      objid: z.int(),
      code: z.int().nullable(),
      planName: z.string(),
      productClass: z.string().nullable(),
      isStripe: z.int(),
      starts: day,
      expires: day,
    })
    .transform((row) => ({ ...row, isStripe: row.isStripe !== 0 })),
} satisfies Query<z.ZodType>;

const planType = {
  sql: sitewatchSql.stripePlanOfClass,
  row: z.object({ objid: z.int(), planName: z.string() }),
} satisfies Query<z.ZodType>;

/** A club plan of a customer; `code` is the row of its code. */
export type PlanRow = z.infer<typeof running.row>;

/** Returns running plans, Stripe's first, then those that run longest. `today` is the first day that counts. */
export const runningPlans = (on: WriteContext, customer: number, today: string): Promise<PlanRow[]> =>
  rowsIn(on, running, [customer, today]);

/** @throws PosRefused if this site has no Stripe plan for the class */
export async function insertPlan(
  on: WriteContext,
  plan: { customer: number; code: number | null; productClass: string; starts: string; expires: string },
): Promise<{ planName: string }> {
  const { customer, code, productClass, starts, expires } = plan;
  const type = await rowIn(on, planType, [productClass]);
  if (!type) throw new PosRefused(`This Sitewatch has no Stripe club plan for the product class ${productClass}`);
  await runIn(on, sitewatchSql.insertPlan, [customer, code, type.objid, starts, expires, on.at]);
  return { planName: type.planName };
}

/** Writes only the values that differ. */
export async function setPlan(on: WriteContext, plan: PlanRow, { code, expires }: Pick<PlanRow, 'code' | 'expires'>): Promise<void> {
  if (plan.code === code && plan.expires === expires) return;
  await runIn(on, sitewatchSql.setPlan, [code, expires, plan.objid]);
}
