import { sql, type Kysely } from 'kysely';

/** Flags of possible abuse, the days that were examined, and what each employee did and gave on each day. */
export const up = (db: Kysely<unknown>) =>
  sql`
    create table abuse_flag (
      id uuid primary key,
      kind text not null,
      subject text not null,
      customer text,
      seller text,
      sites integer[] not null,
      strength smallint not null,
      facts jsonb not null,
      evidence jsonb not null,
      first_seen timestamptz not null,
      last_seen timestamptz not null,
      state text not null default 'open' check (state in ('open', 'dismissed', 'confirmed')),
      decided_by text,
      decided timestamptz,
      decision text,
      reason text,
      judged_until timestamptz,
      unique (kind, subject),
      check ((customer is null) <> (seller is null)),
      check (state = 'open' or judged_until is not null)
    );
    create index abuse_flag_listed on abuse_flag (state, strength desc, last_seen desc, id);
    create index abuse_flag_customer on abuse_flag (customer) where customer is not null;

    create table abuse_day (
      day date primary key,
      events integer not null default -1,
      examined timestamptz,
      progress jsonb,
      claimed_by uuid,
      claimed_until timestamptz
    );

    create table abuse_seller_day (
      day date not null,
      seller text not null,
      sign_ups integer not null,
      free_months integer not null,
      refunds integer not null,
      primary key (day, seller)
    )`.execute(db);
