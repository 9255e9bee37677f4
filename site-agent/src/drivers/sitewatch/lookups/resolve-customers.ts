import { z } from 'zod';
import type { SitewatchCustomerRef } from '@washdesk/site-protocol/sitewatch';
import { rowOf, rowsOf, type Query, type Queryable } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';
import { textOf } from '../writes/code-rows.ts';

const objidRow = z.object({ objid: z.int() });
const existing = { sql: sitewatchSql.customerExists, row: objidRow } satisfies Query<z.ZodType>;
const codesOf = { sql: sitewatchSql.codesOfCustomer, row: z.object({ code: z.string() }) } satisfies Query<z.ZodType>;
const codeHolders = { sql: sitewatchSql.customersOfCodes, row: objidRow } satisfies Query<z.ZodType>;

/** Maximum number of codes: the statement's parameters and the protocol's limit. */
const mostCodes = 10;

/**
 * Returns the objids of the referenced customers: the one with the objid, otherwise all who have one of the codes as written. With codes, the
 * objid counts only if its customer has or had one of them: in a restored Sitewatch it may be another customer's.
 */
export async function resolveCustomers(on: Queryable, who: SitewatchCustomerRef, signal: AbortSignal): Promise<number[]> {
  const known = who.objid === null ? null : await rowOf(on, existing, [who.objid], signal);
  if (known && (who.codes.length === 0 || (await hasOneOf(on, known.objid, who.codes, signal)))) return [known.objid];
  if (who.codes.length === 0) return [];
  const places = Array.from({ length: mostCodes }, (_place, index) => who.codes[index] ?? null);
  const found = await rowsOf(on, codeHolders, places, signal);
  return found.map(({ objid }) => objid);
}

async function hasOneOf(on: Queryable, objid: number, codes: readonly string[], signal: AbortSignal): Promise<boolean> {
  const rows = await rowsOf(on, codesOf, [objid], signal);
  return rows.some((row) => codes.includes(textOf(row)));
}
