import { sql, type Kysely } from 'kysely';

/** One-time codes and certificates of the sites' agents, and the list of the revoked ones (docs/decisions/0100-site-certificates.md). */
export const up = (db: Kysely<unknown>) =>
  sql`
    create table agent_enrollment (
      id uuid primary key,
      site integer not null references site,
      code_hash bytea not null unique,
      created timestamptz not null,
      created_by text not null,
      expires timestamptz not null,
      used timestamptz
    );
    create index on agent_enrollment (site);
    create table site_certificate (
      serial text primary key,
      site integer not null references site,
      enrollment uuid not null references agent_enrollment,
      public_key bytea not null,
      pem text not null,
      host text not null,
      issued timestamptz not null,
      expires timestamptz not null,
      used timestamptz,
      replaced_by text references site_certificate,
      revoked timestamptz,
      revoked_by text,
      revoked_reason text
    );
    create index on site_certificate (site);
    create table revocation_list (
      id smallint primary key check (id = 1),
      number bigint not null,
      pem text not null,
      issued timestamptz not null,
      fetched timestamptz
    );
    create table used_assertion (
      id text primary key,
      expires timestamptz not null
    )`.execute(db);
