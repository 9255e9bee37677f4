import { sql, type Kysely } from 'kysely';

export const up = (db: Kysely<unknown>) =>
  sql`
    alter table device
      add column networks text[] not null default '{}',
      add column secret_since timestamptz,
      add column secret_confirmed timestamptz;
    create table former_device_secret (
      hash bytea primary key,
      device uuid not null references device on delete cascade,
      replaced timestamptz not null,
      reported timestamptz
    );
    create table device_network (
      device uuid not null references device on delete cascade,
      network text not null,
      first_seen timestamptz not null,
      primary key (device, network)
    )`.execute(db);
