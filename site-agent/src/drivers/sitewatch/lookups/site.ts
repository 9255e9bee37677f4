import { z } from 'zod';
import type { SitewatchEmployee, SitewatchSite, SitewatchTerminal } from '@washdesk/site-protocol/sitewatch';
import { rowOf, rowsOf, type Query, type Queryable } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';

const employeeRow = z
  .object({ number: z.int().positive(), firstName: z.string(), lastName: z.string(), active: z.int() })
  .transform((row): SitewatchEmployee => ({ ...row, active: row.active !== 0 }));

const oneEmployee = { sql: sitewatchSql.employee, row: employeeRow } satisfies Query<z.ZodType>;
const allEmployees = { sql: sitewatchSql.employees, row: employeeRow } satisfies Query<z.ZodType>;

const terminals = {
  sql: sitewatchSql.terminals,
  row: z
    .object({ name: z.string(), kind: z.string(), ipAddress: z.string().nullable() })
    .transform(({ name, kind, ipAddress }): SitewatchTerminal => ({ name, type: kind, ipAddress })),
} satisfies Query<z.ZodType>;

const sites = {
  sql: sitewatchSql.sites,
  row: z.object({ number: z.int(), name: z.string(), state: z.string().nullable() }),
} satisfies Query<z.ZodType>;

export function findEmployee(database: Queryable, number: number, signal: AbortSignal): Promise<SitewatchEmployee | null> {
  return rowOf(database, oneEmployee, [number], signal);
}

export function listEmployees(database: Queryable, signal: AbortSignal): Promise<SitewatchEmployee[]> {
  return rowsOf(database, allEmployees, [], signal);
}

export function listTerminals(database: Queryable, site: number, signal: AbortSignal): Promise<SitewatchTerminal[]> {
  return rowsOf(database, terminals, [site], signal);
}

export function listSites(database: Queryable, signal: AbortSignal): Promise<SitewatchSite[]> {
  return rowsOf(database, sites, [], signal);
}
