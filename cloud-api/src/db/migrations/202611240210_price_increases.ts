import { sql, type Kysely } from 'kysely';

/** Bulk price increases, and the members of each: a subscription is at most once in each. */
const statements = [
  sql`create table price_increase (
    id uuid primary key,
    name text not null,
    created timestamptz not null,
    created_by text not null,
    asked text not null unique,
    choice jsonb not null,
    effective date not null,
    state text not null check (state in
      ('choosing', 'draft', 'checking', 'checked', 'running', 'paused', 'done', 'undoing', 'undone', 'discarded')),
    chosen jsonb not null default '{"place": 0, "behind": ""}',
    members integer not null default 0,
    run_by jsonb,
    undone_by jsonb
  )`,
  sql`create index price_increase_created on price_increase (created desc, id desc)`,
  sql`create index price_increase_at_work on price_increase (created) where state in ('choosing', 'checking', 'running', 'undoing')`,
  sql`create table price_increase_member (
    increase uuid not null references price_increase on delete cascade,
    subscription text not null,
    customer text not null,
    name text not null,
    site integer,
    old_price text not null,
    new_price text not null,
    old_amount integer not null,
    new_amount integer not null,
    old_total integer not null,
    new_total integer not null,
    state text not null check (state in ('planned', 'checked', 'scheduled', 'skipped', 'refused', 'undone', 'kept')),
    reason text,
    detail text,
    attempts integer not null default 0,
    due timestamptz not null default now(),
    leased_until timestamptz,
    primary key (increase, subscription)
  )`,
  sql`create index price_increase_member_name on price_increase_member (increase, name, subscription)`,
  sql`create index price_increase_member_state on price_increase_member (increase, state, name, subscription)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
