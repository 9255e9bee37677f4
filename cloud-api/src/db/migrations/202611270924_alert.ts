import { sql, type Kysely } from 'kysely';

/** Alerts of IT with their recipients and messages, and what each server of the cloud measures. */
export const up = (db: Kysely<unknown>) =>
  sql`
    create table alert (
      id uuid primary key,
      cause text not null,
      site integer references site,
      level text not null,
      sentence text not null,
      step text,
      lasting boolean not null,
      times integer not null,
      opened timestamptz not null,
      told timestamptz,
      escalated timestamptz,
      seen timestamptz,
      seen_by text,
      gone timestamptz,
      cleared timestamptz,
      clear_told timestamptz
    );
    create unique index alert_open on alert (cause) where cleared is null;
    create index alert_cleared on alert (cleared desc) where cleared is not null;
    create index alert_untold on alert (opened) where clear_told is null;
    create table alert_recipient (
      id uuid primary key,
      name text not null,
      channel text not null,
      address text not null,
      list text not null,
      added timestamptz not null,
      added_by text not null
    );
    create table alert_message (
      id uuid primary key,
      recipient uuid not null references alert_recipient on delete cascade,
      kind text not null,
      subject text not null,
      text text not null,
      alerts jsonb not null,
      created timestamptz not null,
      sent timestamptz,
      refused text
    );
    create index on alert_message (recipient, created desc);
    create table alert_setting (
      id integer primary key check (id = 1),
      value jsonb not null,
      changed timestamptz not null,
      changed_by text not null
    );
    create table cloud_server (
      name text primary key,
      measured timestamptz not null,
      measurements jsonb not null
    )`.execute(db);
