import { z } from 'zod';
import { redactCardNumbers } from '@washdesk/rules/codes/sensitive';
import type { SitewatchSale } from '@washdesk/site-protocol/sitewatch';
import type { SaleDetail } from '../../../ports/pos-lookups.ts';
import { rowOf, rowsOf, type Query, type Queryable } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';
import { saleRow } from './sale-row.ts';

const ofCode = { sql: sitewatchSql.salesOfCode, row: saleRow } satisfies Query<z.ZodType>;
const byNumber = { sql: sitewatchSql.saleByNumber, row: saleRow } satisfies Query<z.ZodType>;

const items = {
  sql: sitewatchSql.itemsOfSale,
  row: z.object({ name: z.string(), quantity: z.int(), amount: z.int() }),
} satisfies Query<z.ZodType>;

/** A register may store a card's number as the reference of its tender; the number does not leave the site. */
const reference = z.string().transform(redactCardNumbers).nullable();

const tenders = {
  sql: sitewatchSql.tendersOfSale,
  row: z
    .object({ kind: z.string(), amount: z.int(), reference })
    .transform(({ kind, ...tender }): SaleDetail['tenders'][number] => ({ type: kind, ...tender })),
} satisfies Query<z.ZodType>;

const discounts = {
  sql: sitewatchSql.discountsOfSale,
  row: z
    .object({ discountType: z.string().nullable(), amountSaved: z.int(), description: z.string().nullable() })
    .transform(({ discountType, ...discount }): SaleDetail['discounts'][number] => ({ type: discountType, ...discount })),
} satisfies Query<z.ZodType>;

export async function listSales(
  database: Queryable,
  site: number,
  code: string,
  most: number,
  signal: AbortSignal,
): Promise<SitewatchSale[]> {
  const found = await rowsOf(database, ofCode, [most, site, code], signal);
  return found.map(({ sale }) => sale);
}

export async function findSale(database: Queryable, site: number, saleId: number, signal: AbortSignal): Promise<SaleDetail | null> {
  const found = await rowOf(database, byNumber, [site, saleId], signal);
  if (!found) return null;
  const { objid, sale } = found;
  return {
    ...sale,
    items: await rowsOf(database, items, [objid], signal),
    tenders: await rowsOf(database, tenders, [objid], signal),
    discounts: await rowsOf(database, discounts, [objid], signal),
  };
}
