import { z } from 'zod';
import type { UsageRecord } from '@washdesk/site-protocol/sitewatch';
import { PosRefused } from '../../../ports/pos-database.ts';
import { nearestOn, type Query } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';
import { rowIn, runIn, type WriteContext } from './write-context.ts';

const objid = z.int().nullable();

const parties = {
  sql: sitewatchSql.saleParties,
  row: z.object({ site: z.int(), terminal: objid, employee: objid, customer: objid }),
} satisfies Query<z.ZodType>;

const redeemed = { sql: sitewatchSql.redeemedItem, row: z.object({ item: objid, customerPlan: objid }) } satisfies Query<z.ZodType>;

const sale = { sql: sitewatchSql.insertSale, row: z.object({ objid: z.int(), saleId: z.int() }) } satisfies Query<z.ZodType>;

/**
 * Writes a redeemed wash as a sale without amount: the sale with its code, the plan's item, a tender with the usage id. A code, plan,
 * terminal or employee unknown to this site is left empty; the wash still happened.
 */
export async function insertUsageSale(on: WriteContext, usage: UsageRecord): Promise<{ saleId: number }> {
  const known = await rowIn(on, parties, [usage.terminal, usage.employee, usage.code, on.site]);
  if (!known) throw new PosRefused(`This Sitewatch has no site ${on.site}`);
  const made = await rowIn(on, sale, [
    known.site,
    on.at,
    known.terminal,
    known.employee,
    known.customer,
    nearestOn(on.transaction, usage.code),
  ]);
  if (!made) throw new PosRefused('Sitewatch saved the sale but didn’t return its number');
  const bought = await rowIn(on, redeemed, [known.customer, usage.planName, usage.productClass]);
  if (bought && bought.item !== null) await runIn(on, sitewatchSql.insertSaleItem, [made.objid, bought.item, bought.customerPlan]);
  await runIn(on, sitewatchSql.insertTender, [made.objid, usage.usageId]);
  return { saleId: made.saleId };
}
