import { sql, type Kysely } from 'kysely';

/** Cards that were declined on members' card pages. */
export const up = (db: Kysely<unknown>) =>
  sql`
    create table member_card_decline (
      event text primary key,
      customer text not null,
      at timestamptz not null
    );
    create index member_card_decline_customer on member_card_decline (customer, at)`.execute(db);
