import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { PersonalTables } from './personal-data.ts';
import type { Db, Tx } from './pool.ts';

/** Attempts in an hour, for all processes together. */
interface HourlyCountTable {
  /** A hash, because keys contain what people typed. */
  key: Buffer;
  since: Date;
  attempts: number;
}

declare module './schema.ts' {
  interface Database {
    hourly_count: HourlyCountTable;
  }
}

export const personalData = {
  // a hash of a typed text
  hourly_count: { plain: ['key', 'since', 'attempts'] },
} satisfies PersonalTables;

const hourAgo = sql`now() - interval '1 hour'`;
const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Counts in one statement, so that concurrent attempts cannot bypass a limit. Uses the database's clock. */
export async function countInHour(db: Db | Tx, key: string, by = 1): Promise<{ attempts: number; endsInSeconds: number }> {
  const { rows } = await sql<{ attempts: number; endsInSeconds: number }>`
    insert into hourly_count as h (key, since, attempts) values (${hashOf(key)}, now(), ${by})
    on conflict (key) do update set
      since = case when h.since < ${hourAgo} then now() else h.since end,
      attempts = case when h.since < ${hourAgo} then ${by} else h.attempts + ${by} end
    returning attempts, greatest(1, ceil(extract(epoch from since - ${hourAgo}))::integer) as "endsInSeconds"`.execute(db);
  return rows[0]!;
}

/** Takes one attempt back. */
export async function uncount(db: Db, key: string): Promise<void> {
  await sql`update hourly_count set attempts = greatest(attempts - 1, 0) where key = ${hashOf(key)}`.execute(db);
}
