import type { Transaction } from 'node-firebird';
import type { z } from 'zod';
import { rowOf, rowsOf, run, type Parameter, type Query } from '../queries.ts';

/** One transaction of one command at this site. */
export interface WriteContext {
  transaction: Transaction;
  site: number;
  /** The site's local time, in Firebird's format. */
  at: string;
  signal: AbortSignal;
}

export function rowIn<S extends z.ZodType>(
  { transaction, signal }: WriteContext,
  query: Query<S>,
  parameters: Parameter[],
): Promise<z.infer<S> | null> {
  return rowOf(transaction, query, parameters, signal);
}

export function rowsIn<S extends z.ZodType>(
  { transaction, signal }: WriteContext,
  query: Query<S>,
  parameters: Parameter[],
): Promise<z.infer<S>[]> {
  return rowsOf(transaction, query, parameters, signal);
}

export function runIn({ transaction, signal }: WriteContext, sql: string, parameters: Parameter[]): Promise<void> {
  return run(transaction, sql, parameters, signal);
}
