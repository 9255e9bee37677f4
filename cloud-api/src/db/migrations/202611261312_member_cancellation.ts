import { sql, type Kysely } from 'kysely';

export const up = (db: Kysely<unknown>) =>
  sql`
    create table member_cancellation (
      id uuid primary key,
      confirmation text not null unique,
      customer text not null,
      subscription text not null,
      reason text not null,
      asked text not null unique,
      requested timestamptz not null,
      ends timestamptz not null,
      bills_again boolean not null,
      state text not null check (state in ('scheduled', 'running', 'done', 'withdrawn'))
    );
    create index member_cancellation_customer on member_cancellation (customer, requested desc);
    create unique index member_cancellation_open on member_cancellation (subscription) where state in ('scheduled', 'running')`.execute(db);
