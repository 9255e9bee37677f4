import type { Database, Transaction } from 'node-firebird';
import type { z } from 'zod';
import type { RegisterSale } from '../../../ports/pos-sales.ts';
import { saleRow } from '../lookups/sale-row.ts';
import { rowOf, type Query } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';

const registerSale = { sql: sitewatchSql.registerSale, row: saleRow } satisfies Query<z.ZodType>;

/** Returns the given sales without Washdesk's own, other sites' and deleted ones. */
export async function registerSales(
  on: Database | Transaction,
  site: number,
  objids: readonly number[],
  signal: AbortSignal,
): Promise<RegisterSale[]> {
  const found: RegisterSale[] = [];
  for (const objid of objids) {
    const row = await rowOf(on, registerSale, [site, objid], signal);
    if (row) found.push({ ...row.sale, customer: row.customer });
  }
  return found;
}
