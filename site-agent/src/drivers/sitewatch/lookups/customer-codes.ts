import { z } from 'zod';
import { sitewatchCode, type SitewatchCode, type SitewatchCustomerRef } from '@washdesk/site-protocol/sitewatch';
import { rowOf, rowsOf, type Query, type Queryable } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';
import { resolveCustomers } from './resolve-customers.ts';

const codes = { sql: sitewatchSql.codesOfCustomer, row: z.object({ objid: z.int(), code: z.string() }) } satisfies Query<z.ZodType>;

const byObjid = { sql: sitewatchSql.codeByObjid, row: sitewatchCode } satisfies Query<z.ZodType>;

const behind = { sql: sitewatchSql.codesAfter, row: sitewatchCode } satisfies Query<z.ZodType>;

/** Returns a page of the codes of all customers, including disabled ones, by objid. */
export const codesAfter = (database: Queryable, after: number, most: number, signal: AbortSignal): Promise<SitewatchCode[]> =>
  rowsOf(database, behind, [most, after], signal);

/** Returns all codes of one customer, including disabled ones, oldest first. */
export async function codesOfCustomer(on: Queryable, customer: number, signal: AbortSignal): Promise<SitewatchCode[]> {
  const found = await rowsOf(on, codes, [customer], signal);
  return found.map((code) => ({ ...code, customer }));
}

export async function listCodes(database: Queryable, who: SitewatchCustomerRef, signal: AbortSignal): Promise<SitewatchCode[]> {
  const found: SitewatchCode[] = [];
  for (const customer of await resolveCustomers(database, who, signal)) found.push(...(await codesOfCustomer(database, customer, signal)));
  return found;
}

export const findCode = (database: Queryable, objid: number, signal: AbortSignal): Promise<SitewatchCode | null> =>
  rowOf(database, byObjid, [objid], signal);
