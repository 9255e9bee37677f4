import type { Database } from 'node-firebird';
import { z } from 'zod';
import type { SalesSeen, TakenSales } from '../../../ports/pos-sales.ts';
import { rowOf, rowsOf, type Query } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';
import { registerSales } from './register-sale.ts';
import { nothingSeen, overlap, seenWith } from './seen.ts';

const objidRow = z.object({ objid: z.int() });
const newest = { sql: sitewatchSql.newestSale, row: objidRow } satisfies Query<z.ZodType>;
const above = { sql: sitewatchSql.salesAbove, row: objidRow } satisfies Query<z.ZodType>;

const lot = 200;

/** Takes a lot of sales by their object ids, where Sitewatch has no OUTBOX or does not let us use it. */
export async function takeByPolling(
  database: Database,
  site: number,
  seen: SalesSeen | null,
  keep: (taken: TakenSales) => void,
  signal: AbortSignal,
): Promise<boolean> {
  if (!seen) {
    keep({ sales: [], seen: await history(database, signal) });
    return false;
  }
  const taken = new Set(seen.near);
  const objids = (await idsAbove(database, seen.upTo - overlap, signal)).filter((objid) => !taken.has(objid)).slice(0, lot);
  if (objids.length === 0) return false;
  const sales = await registerSales(database, site, objids, signal);
  signal.throwIfAborted();
  keep({ sales, seen: seenWith(seen, objids) });
  return true;
}

/** Everything that is there at the first look, which is no news. */
async function history(database: Database, signal: AbortSignal): Promise<SalesSeen> {
  const last = await rowOf(database, newest, [], signal);
  const upTo = last?.objid ?? 0;
  return seenWith({ ...nothingSeen, upTo }, await idsAbove(database, upTo - overlap, signal));
}

async function idsAbove(database: Database, objid: number, signal: AbortSignal): Promise<number[]> {
  const found = await rowsOf(database, above, [objid], signal);
  return found.map((row) => row.objid);
}
