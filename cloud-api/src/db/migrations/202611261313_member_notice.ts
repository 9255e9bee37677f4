import { sql, type Kysely } from 'kysely';

export const up = (db: Kysely<unknown>) =>
  sql`
    create table failed_renewal (
      invoice text primary key,
      customer text not null,
      seen timestamptz not null,
      message uuid
    );
    create index failed_renewal_customer on failed_renewal (customer)`.execute(db);
