import { sql, type Kysely } from 'kysely';

export const up = (db: Kysely<unknown>) =>
  sql`
    create table member_link (
      id uuid primary key,
      kind text not null check (kind in ('sign-in', 'payment')),
      customer text,
      token_hash bytea unique,
      code_hash bytea,
      wrong_codes integer not null default 0,
      created timestamptz not null default now(),
      expires timestamptz not null,
      used timestamptz,
      check ((customer is null) = (token_hash is null))
    );
    create index member_link_customer on member_link (customer);
    create index member_link_expires on member_link (expires);
    create table member_session (
      id uuid primary key,
      secret_hash bytea not null unique,
      customer text not null,
      created timestamptz not null default now(),
      last_used timestamptz not null default now()
    );
    create index member_session_customer on member_session (customer)`.execute(db);
