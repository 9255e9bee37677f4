import { ISOLATION_REPEATABLE_READ, type Database } from 'node-firebird';
import { z } from 'zod';
import type { SalesCursor, SalesBatch } from '../../../ports/pos-sales.ts';
import { rowOf, rowsOf, run, type Query } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';
import { registerSales } from './register-sale.ts';
import { advanceCursor } from './sales-cursor.ts';

const exists = { sql: sitewatchSql.outboxExists, row: z.object({ found: z.int() }) } satisfies Query<z.ZodType>;
const waiting = { sql: sitewatchSql.salesInOutbox, row: z.object({ seq: z.int(), objid: z.int() }) } satisfies Query<z.ZodType>;

/** Seconds to wait for a row with an uncommitted change of another transaction. */
const waitTimeout = 3;

export async function hasOutbox(database: Database, signal: AbortSignal): Promise<boolean> {
  const found = await rowOf(database, exists, [], signal);
  return found !== null && found.found > 0;
}

/**
 * Takes a batch of sales out of Sitewatch's OUTBOX. `store` stores them before the deletion is committed; if interrupted in between, they
 * are taken again. The deletion uses the same snapshot as the query, so it never meets a row committed meanwhile. Unused rows are deleted
 * too, or each query would have to read all of them.
 */
export function takeOutboxSales(
  database: Database,
  site: number,
  cursor: SalesCursor,
  store: (taken: SalesBatch) => void,
  signal: AbortSignal,
): Promise<boolean> {
  return database.withTransaction(
    async (transaction) => {
      await run(transaction, sitewatchSql.forgetUnused, [], signal);
      const rows = await rowsOf(transaction, waiting, [], signal);
      const last = rows.at(-1);
      if (!last) return false;
      const objids = rows.map(({ objid }) => objid);
      const sales = await registerSales(transaction, site, objids, signal);
      signal.throwIfAborted();
      store({ sales, cursor: advanceCursor(cursor, objids) });
      await run(transaction, sitewatchSql.forgetInOutbox, [last.seq], signal);
      return true;
    },
    { isolation: ISOLATION_REPEATABLE_READ, wait: true, waitTimeout },
  );
}
