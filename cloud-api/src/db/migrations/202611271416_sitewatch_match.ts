import { sql, type Kysely } from 'kysely';

/** Customers of a site's Sitewatch who presumably are members, under codes that Washdesk does not know. */
export const up = (db: Kysely<unknown>) =>
  sql`
    create table sitewatch_match (
      site integer not null references site,
      customer text not null,
      objid integer not null,
      primary key (site, customer)
    );
    create index sitewatch_match_objid on sitewatch_match (site, objid)`.execute(db);
