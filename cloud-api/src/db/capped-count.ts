import { sql, type RawBuilder } from 'kysely';
import type { Db } from './pool.ts';

/**
 * Rows beyond this are not counted: the exact length of a longer list is not needed, and counting millions takes longer than reading a
 * page.
 */
const mostCounted = 1_000;

export interface CappedCount {
  /** Number of rows, at most 1,000. */
  count: number;
  /** Whether there are more than that. */
  more: boolean;
}

/** @param rows a select without a limit */
export async function countUpToCap(db: Db, rows: RawBuilder<unknown>): Promise<CappedCount> {
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count from (${rows} limit ${mostCounted + 1}) counted`.execute(
    db,
  );
  const { count } = counted[0]!;
  return { count: Math.min(count, mostCounted), more: count > mostCounted };
}
