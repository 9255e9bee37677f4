import { sql, type Kysely } from 'kysely';

/** Names are stored as hashes, because people type passwords there. */
export const up = (db: Kysely<unknown>) =>
  sql`
    create table password_attempt (
      name bytea primary key,
      since timestamptz not null,
      attempts integer not null
    );
    create table familiar_network (
      name bytea not null,
      network text not null,
      last_used timestamptz not null,
      primary key (name, network)
    )`.execute(db);
