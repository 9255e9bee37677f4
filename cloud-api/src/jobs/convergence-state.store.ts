import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

export interface ConvergenceState {
  /** Whether an update is on its way: due, running, or not tried yet. */
  isMoving: boolean;
  /** Why the target differs, as a sentence; null without a job. */
  cause: string | null;
}

interface Row {
  state: string;
  error: string | null;
  claimed: boolean;
  settled: string | null;
  dismissedBy: string | null;
  why: string | null;
}

/** Returns how the last update of a target about a customer ended: `what` and `key` as of `enqueueConvergence`. */
export async function convergenceState(db: Db, what: 'converge.sitewatch' | 'converge.loyalty', key: string): Promise<ConvergenceState> {
  const { rows } = await sql<Row>`
    select state, last_error as error, coalesce(claimed_until > now(), false) as claimed, to_char(settled, 'YYYY-MM-DD') as settled,
      dismissed_by as "dismissedBy", why
    from job where what = ${what} and key = ${key}`.execute(db);
  const [row] = rows;
  if (!row) return { isMoving: false, cause: null };
  return { isMoving: row.state === 'pending' && (row.claimed || row.error === null), cause: causeOf(row) };
}

function causeOf({ state, error, settled, dismissedBy, why }: Row): string | null {
  switch (state) {
    case 'pending':
      return error && `The update is waiting: ${error}`;
    case 'failed':
      return error && `The update failed: ${error}`;
    case 'dismissed':
      return `The update was dismissed by ${dismissedBy ?? 'a user'}: ${why ?? ''}`;
    default:
      return `It was changed there after Washdesk’s last update${settled ? ` of ${settled}` : ''}`;
  }
}

/** Returns those of these customers about whom the loyalty system was ever updated, as far as the jobs tell. */
export async function sentToLoyalty(db: Db, customers: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from job where what = 'converge.loyalty' and key = any(${customers}::text[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}
