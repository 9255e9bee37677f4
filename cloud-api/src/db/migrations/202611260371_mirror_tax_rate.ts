import { sql, type Kysely } from 'kysely';

/** Tax rates at Stripe: an archived one is refused for new plans. */
export const up = (db: Kysely<unknown>) =>
  sql`create table mirror_tax_rate (
    id text primary key,
    object jsonb not null,
    read_seq bigint not null,
    deleted_at timestamptz
  )`.execute(db);
