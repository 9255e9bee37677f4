import { sql, type Kysely } from 'kysely';

/** Payment pages of the public sign-up, and the cards declined there. */
export const up = (db: Kysely<unknown>) =>
  sql`
    create table online_page (
      operation uuid primary key,
      session text unique,
      plate text not null,
      email text not null,
      browser text,
      network text not null,
      state text not null check (state in ('opening', 'open', 'paid', 'closed')),
      declines integer not null default 0,
      opened timestamptz not null,
      expires timestamptz not null,
      ended timestamptz
    );
    create unique index online_page_plate on online_page (plate) where state in ('opening', 'open');
    create unique index online_page_email on online_page (email) where state in ('opening', 'open');
    create index online_page_opened on online_page (opened);
    create table online_decline (
      charge text primary key,
      page uuid not null references online_page on delete cascade,
      card text,
      at timestamptz not null
    );
    create index online_decline_at on online_decline (at);
    create index online_decline_page on online_decline (page)`.execute(db);
