import { sql, type Kysely } from 'kysely';

/** Differences between the systems that have a copy of members, and the runs that compare them (docs/decisions/0123-differences.md). */
export const up = (db: Kysely<unknown>) =>
  sql`
    create table comparison (
      id uuid primary key,
      site integer references site,
      requested_by text,
      requested timestamptz not null default now(),
      started timestamptz,
      claimed_until timestamptz,
      progress jsonb not null default '{}',
      finished timestamptz
    );
    create unique index comparison_open on comparison (coalesce(site, 0)) where finished is null;
    create index comparison_finished on comparison (finished);
    create table difference_suspect (
      comparison uuid not null references comparison on delete cascade,
      copy text not null,
      site integer not null,
      customer text not null,
      seen timestamptz not null default now(),
      primary key (comparison, copy, site, customer)
    );
    create table difference (
      id uuid primary key,
      kind text not null,
      customer text not null,
      site integer references site,
      about text not null,
      fields jsonb not null,
      cause text,
      state text not null check (state in ('open', 'repaired', 'undone', 'gone', 'dismissed')),
      found timestamptz not null default now(),
      last_seen timestamptz not null default now(),
      settled timestamptz,
      why text,
      actor text,
      before jsonb,
      after jsonb,
      requested jsonb,
      claimed_until timestamptz,
      failure text
    );
    create unique index difference_current on difference (kind, customer, coalesce(site, 0), about) where state in ('open', 'dismissed');
    create index difference_list on difference (state, kind, id);
    create index difference_customer on difference (customer);
    create index difference_requested on difference (id) where requested is not null;
    create index difference_settled on difference (settled)`.execute(db);
