import { sql, type Kysely } from 'kysely';

/** Notices of new prices: one a member of a bulk price increase, another one where the increase was taken back. */
const statements = [
  sql`create table increase_notice (
    id uuid primary key default gen_random_uuid(),
    increase uuid not null,
    subscription text not null,
    kind text not null check (kind in ('increase', 'retraction')),
    state text not null default 'waiting' check (state in ('waiting', 'queued', 'sent', 'letter', 'printed', 'dropped')),
    channel text check (channel in ('sms', 'email')),
    refused text[] not null default '{}',
    message uuid,
    reason text,
    due timestamptz not null default now(),
    told timestamptz,
    unique (increase, subscription, kind),
    foreign key (increase, subscription) references price_increase_member (increase, subscription) on delete cascade
  )`,
  sql`create index increase_notice_open on increase_notice (due) where state in ('waiting', 'queued')`,
  sql`create index increase_notice_state on increase_notice (increase, kind, state)`,
  sql`alter table message add column hours_zone text`,
  sql`alter table message drop constraint message_state_check`,
  sql`alter table message add constraint message_state_check check (state in ('queued', 'sent', 'refused', 'discarded'))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
