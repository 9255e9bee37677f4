import type { UsageRecord } from '@washdesk/site-protocol/commands';
import type { Transaction } from 'node-firebird';
import { z } from 'zod';
import { PosRefused } from '../../ports/pos-database.ts';
import { rowOf, run, type Query } from './queries.ts';
import { sitewatchSql } from './sitewatch-sql.ts';

const objid = z.int().nullable();

const parties = {
  sql: sitewatchSql.saleParties,
  row: z.object({ site: z.int(), terminal: objid, employee: objid, customer: objid }),
} satisfies Query<z.ZodType>;

const redeemed = { sql: sitewatchSql.redeemedItem, row: z.object({ item: objid, customerPlan: objid }) } satisfies Query<z.ZodType>;

const sale = { sql: sitewatchSql.insertSale, row: z.object({ objid: z.int(), saleId: z.int() }) } satisfies Query<z.ZodType>;

/**
 * Writes a redeemed wash as a sale of nothing: the sale with its code, the plan's item, a tender that bears the usage id. A code,
 * plan, terminal or employee that this site does not know is left empty; the wash happened all the same.
 * @param createdAt local time of the site
 * @returns the sale's number
 */
export async function insertUsageSale(
  on: Transaction,
  site: number,
  usage: UsageRecord,
  createdAt: string,
  signal: AbortSignal,
): Promise<number> {
  const known = await rowOf(on, parties, [usage.terminal, usage.employee, usage.code, site], signal);
  if (!known) throw new PosRefused(`This Sitewatch has no site ${site}`);
  const made = await rowOf(on, sale, [known.site, createdAt, known.terminal, known.employee, known.customer, usage.code], signal);
  if (!made) throw new PosRefused('Sitewatch took the sale and did not tell its number');
  const bought = await rowOf(on, redeemed, [known.customer, usage.planName, usage.productClass], signal);
  if (bought && bought.item !== null) await run(on, sitewatchSql.insertSaleItem, [made.objid, bought.item, bought.customerPlan], signal);
  await run(on, sitewatchSql.insertTender, [made.objid, usage.usageId], signal);
  return made.saleId;
}
