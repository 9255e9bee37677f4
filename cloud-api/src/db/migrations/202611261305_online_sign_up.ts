import { sql, type Kysely } from 'kysely';

export const up = (db: Kysely<unknown>) =>
  sql`
    create table online_account_found (
      id uuid primary key,
      at timestamptz not null,
      site integer,
      matched text not null check (matched in ('plate', 'email', 'both'))
    )`.execute(db);
