import type { SitewatchCustomerRef } from '@washdesk/site-protocol/sitewatch';
import type { Database, Transaction } from 'node-firebird';
import { z } from 'zod';
import { rowOf, rowsOf, type Query } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';

const objidRow = z.object({ objid: z.int() });
const existing = { sql: sitewatchSql.customerExists, row: objidRow } satisfies Query<z.ZodType>;
const codeHolders = { sql: sitewatchSql.customersOfCodes, row: objidRow } satisfies Query<z.ZodType>;

/** The most codes that the statement has parameters for and the protocol allows. */
const mostCodes = 10;

/** The objids of the customers that are meant: the one known by objid, else all who have one of the codes as it is written. */
export async function resolveCustomers(on: Database | Transaction, who: SitewatchCustomerRef, signal: AbortSignal): Promise<number[]> {
  const known = who.objid === null ? null : await rowOf(on, existing, [who.objid], signal);
  if (known) return [known.objid];
  if (who.codes.length === 0) return [];
  const places = Array.from({ length: mostCodes }, (_place, index) => who.codes[index] ?? null);
  const found = await rowsOf(on, codeHolders, places, signal);
  return found.map(({ objid }) => objid);
}
