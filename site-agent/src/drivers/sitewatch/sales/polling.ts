import type { Database } from 'node-firebird';
import { z } from 'zod';
import type { SalesCursor, SalesBatch } from '../../../ports/pos-sales.ts';
import { rowOf, rowsOf, type Query } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';
import { registerSales } from './register-sale.ts';
import { emptyCursor, objidOverlap, advanceCursor } from './sales-cursor.ts';

const objidRow = z.object({ objid: z.int() });
const newest = { sql: sitewatchSql.newestSale, row: objidRow } satisfies Query<z.ZodType>;
const above = { sql: sitewatchSql.salesAbove, row: objidRow } satisfies Query<z.ZodType>;

const before = { sql: sitewatchSql.lastSaleBefore, row: objidRow } satisfies Query<z.ZodType>;

const lot = 200;

/** Takes a batch of sales by their object ids, for a Sitewatch without an accessible OUTBOX. */
export async function pollSales(
  database: Database,
  site: number,
  cursor: SalesCursor | null,
  store: (taken: SalesBatch) => void,
  signal: AbortSignal,
): Promise<boolean> {
  if (!cursor) {
    store({ sales: [], cursor: await history(database, signal) });
    return false;
  }
  const taken = new Set(cursor.near);
  const objids = (await idsAbove(database, cursor.upTo - objidOverlap, signal)).filter((objid) => !taken.has(objid)).slice(0, lot);
  if (objids.length === 0) return false;
  const sales = await registerSales(database, site, objids, signal);
  signal.throwIfAborted();
  store({ sales, cursor: advanceCursor(cursor, objids) });
  return true;
}

/** Returns the cursor before the first query: every existing sale counts as old. */
async function history(database: Database, signal: AbortSignal): Promise<SalesCursor> {
  const last = await rowOf(database, newest, [], signal);
  const upTo = last?.objid ?? 0;
  return advanceCursor({ ...emptyCursor, upTo }, await idsAbove(database, upTo - objidOverlap, signal));
}

/** Returns the highest object id of the sales before this time, by the site's wall clock. */
export async function lastSaleBefore(database: Database, at: string, signal: AbortSignal): Promise<number> {
  return (await rowOf(database, before, [at], signal))?.objid ?? 0;
}

async function idsAbove(database: Database, objid: number, signal: AbortSignal): Promise<number[]> {
  const found = await rowsOf(database, above, [objid], signal);
  return found.map((row) => row.objid);
}
