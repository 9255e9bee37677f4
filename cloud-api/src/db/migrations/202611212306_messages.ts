import { sql, type Kysely } from 'kysely';

/** Texts and e-mails to customers, and who wants none. */
const statements = [
  sql`create table message (
    id uuid primary key,
    channel text not null check (channel in ('sms', 'email')),
    recipient text not null,
    kind text not null,
    subject text,
    text text not null,
    customer text,
    deed uuid,
    receipt text,
    asked text unique,
    unsubscribe text unique,
    state text not null default 'queued' check (state in ('queued', 'sent', 'refused')),
    provider_id text,
    reason text,
    requested timestamptz not null,
    queued timestamptz not null default now(),
    sent timestamptz
  )`,
  sql`create unique index message_deed on message (deed, kind) where deed is not null`,
  sql`create index message_customer on message (customer, requested desc)`,
  sql`create table message_opt_out (channel text not null, address text not null, since timestamptz not null, primary key (channel, address))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
