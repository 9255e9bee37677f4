import { sql, type Kysely } from 'kysely';

/** When each system was last compared, and what its comparison waits for. Site 0 stands for a system without a site. */
export const up = (db: Kysely<unknown>) =>
  sql`
    create table compared_system (
      system text not null,
      site integer not null,
      compared timestamptz,
      waiting_since timestamptz,
      waiting_for text,
      tried timestamptz,
      primary key (system, site)
    )`.execute(db);
