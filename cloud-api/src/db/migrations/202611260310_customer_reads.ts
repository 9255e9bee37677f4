import { sql, type Kysely } from 'kysely';

export const up = (db: Kysely<unknown>) =>
  sql`
    create table customer_read (
      customer text not null,
      hour timestamptz not null,
      reader text not null,
      name text not null,
      at timestamptz not null,
      opened boolean not null,
      site integer,
      device uuid,
      request_id text not null,
      primary key (customer, hour, reader)
    );
    create index customer_read_reader on customer_read (reader, at);
    create index customer_read_at on customer_read using brin (at);
    create table reader_level (
      reader text primary key,
      burst double precision not null,
      shift double precision not null,
      at timestamptz not null
    )`.execute(db);
