import { z } from 'zod';
import { PosRefused } from '../../ports/pos-database.ts';
import type { SitewatchText } from './sitewatch-text.ts';

export type Parameter = string | number | null;

export interface Query<S extends z.ZodType> {
  sql: string;
  row: S;
}

/** A connection, a transaction, or the look-ups of a connection. */
export interface Queryable {
  queryAsync(sql: string, parameters: Parameter[], options: { signal: AbortSignal }): Promise<unknown>;
}

/** The pool's option of this name, which each connection and transaction keeps. */
const textOn = (on: Queryable): SitewatchText =>
  (on as Queryable & { connection: { options: { text: SitewatchText } } }).connection.options.text;

/** Writes the nearest letters of a person's text; see `SitewatchText.write` for any other. */
export const nearestOn = (on: Queryable, text: string): string => textOn(on).nearest(text);

export const canWriteOn = (on: Queryable, text: string): boolean => textOn(on).canWrite(text);

function sent(on: Queryable, parameters: Parameter[]): Parameter[] {
  return parameters.map((parameter) => (typeof parameter === 'string' ? textOn(on).write(parameter) : parameter));
}

const lists = new WeakMap<z.ZodType, z.ZodType>();

/** Each made once: making a schema takes longer than most rows. */
function listOf<S extends z.ZodType>(row: S): z.ZodArray<S> {
  const list = lists.get(row) ?? z.array(row);
  lists.set(row, list);
  return list as z.ZodArray<S>;
}

/** Returns all rows. Values of the database are validated like any other input: an installer may have adapted the SQL. */
export async function rowsOf<S extends z.ZodType>(
  on: Queryable,
  { sql, row }: Query<S>,
  parameters: Parameter[],
  signal: AbortSignal,
): Promise<z.infer<S>[]> {
  const found: unknown = await on.queryAsync(sql, sent(on, parameters), { signal });
  const { success, data, error } = listOf(row).safeParse(Array.isArray(found) ? found : [found]);
  if (success) return data;
  throw new PosRefused(`Sitewatch rows have an unexpected format: ${z.prettifyError(error)}`);
}

export async function rowOf<S extends z.ZodType>(
  on: Queryable,
  query: Query<S>,
  parameters: Parameter[],
  signal: AbortSignal,
): Promise<z.infer<S> | null> {
  const [first] = await rowsOf(on, query, parameters, signal);
  return first ?? null;
}

export async function run(on: Queryable, sql: string, parameters: Parameter[], signal: AbortSignal): Promise<void> {
  await on.queryAsync(sql, sent(on, parameters), { signal });
}
