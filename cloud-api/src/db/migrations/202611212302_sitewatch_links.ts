import { sql, type Kysely } from 'kysely';

/** Who a customer is in each site's Sitewatch, and what that site was told last. */
const statements = [
  sql`create table sitewatch_link (
    site integer not null references site,
    customer text not null,
    objid integer,
    plate text,
    tag text,
    telling jsonb,
    changed timestamptz not null,
    primary key (customer, site)
  )`,
  sql`create index sitewatch_link_objid on sitewatch_link (site, objid)`,
  sql`create index sitewatch_link_plate on sitewatch_link (plate)`,
  sql`create index sitewatch_link_tag on sitewatch_link (tag)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
