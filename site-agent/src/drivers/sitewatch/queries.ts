import type { Database, Transaction } from 'node-firebird';
import { z } from 'zod';
import { PosRefused } from '../../ports/pos-database.ts';

export type Parameter = string | number | null;

export interface Query<S extends z.ZodType> {
  sql: string;
  row: S;
}

/** Returns all rows. Values of the database are validated like any other input: an installer may have adapted the SQL. */
export async function rowsOf<S extends z.ZodType>(
  on: Database | Transaction,
  { sql, row }: Query<S>,
  parameters: Parameter[],
  signal: AbortSignal,
): Promise<z.infer<S>[]> {
  const found: unknown = await on.queryAsync(sql, parameters, { signal });
  const { success, data, error } = z.array(row).safeParse(Array.isArray(found) ? found : [found]);
  if (success) return data;
  throw new PosRefused(`Sitewatch rows have an unexpected format: ${z.prettifyError(error)}`);
}

export async function rowOf<S extends z.ZodType>(
  on: Database | Transaction,
  query: Query<S>,
  parameters: Parameter[],
  signal: AbortSignal,
): Promise<z.infer<S> | null> {
  const [first] = await rowsOf(on, query, parameters, signal);
  return first ?? null;
}

export async function run(on: Database | Transaction, sql: string, parameters: Parameter[], signal: AbortSignal): Promise<void> {
  await on.queryAsync(sql, parameters, { signal });
}
