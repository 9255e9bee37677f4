import { sql } from 'kysely';
import type { Db } from '../../../../db/pool.ts';

interface PasswordAttemptTable {
  name: Buffer;
  since: Date;
  attempts: number;
}

/** Networks where a name has signed in. */
interface FamiliarNetworkTable {
  name: Buffer;
  network: string;
  last_used: Date;
}

declare module '../../../../db/schema.ts' {
  interface Database {
    password_attempt: PasswordAttemptTable;
    familiar_network: FamiliarNetworkTable;
  }
}

const hourAgo = sql`now() - interval '1 hour'`;

/** Counts in one statement, so that concurrent attempts cannot bypass the limit. Uses the database's clock. */
export async function countNameAttempt(db: Db, name: Buffer): Promise<{ attempts: number; endsInSeconds: number }> {
  const { rows } = await sql<{ attempts: number; endsInSeconds: number }>`
    insert into password_attempt as p (name, since, attempts) values (${name}, now(), 1)
    on conflict (name) do update set
      since = case when p.since < ${hourAgo} then now() else p.since end,
      attempts = case when p.since < ${hourAgo} then 1 else p.attempts + 1 end
    returning attempts, ceil(extract(epoch from since - ${hourAgo}))::integer as "endsInSeconds"`.execute(db);
  return rows[0]!;
}

export async function forgiveNameAttempt(db: Db, name: Buffer): Promise<void> {
  await sql`update password_attempt set attempts = greatest(attempts - 1, 0) where name = ${name}`.execute(db);
}

export async function isFamiliar(db: Db, name: Buffer, network: string): Promise<boolean> {
  const row = await db
    .selectFrom('familiar_network')
    .select('network')
    .where('name', '=', name)
    .where('network', '=', network)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes at most once a day. */
export async function storeFamiliar(db: Db, name: Buffer, network: string): Promise<void> {
  await sql`
    insert into familiar_network as f (name, network, last_used) values (${name}, ${network}, now())
    on conflict (name, network) do update set last_used = now() where f.last_used < now() - interval '1 day'`.execute(db);
}
