import { sql, type Kysely } from 'kysely';

export const up = (db: Kysely<unknown>) =>
  sql`
    create table erasure_request (
      id uuid primary key,
      customer text not null,
      lang text not null,
      requested timestamptz not null,
      state text not null check (state in ('open', 'done', 'declined')),
      decided timestamptz,
      decided_by text,
      check ((state = 'open') = (decided is null))
    );
    create unique index erasure_request_open on erasure_request (customer) where state = 'open';
    create index erasure_request_oldest on erasure_request (requested, id) where state = 'open';
    create index erasure_request_customer on erasure_request (customer, requested desc)`.execute(db);
