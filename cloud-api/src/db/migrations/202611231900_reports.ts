import { sql, type Kysely } from 'kysely';

/** The active codes of every site's Sitewatch, the customers with many of them, and the online sign-ups of people who are customers already. */
const statements = [
  sql`create table sitewatch_code (
    site integer not null references site (number),
    objid integer not null,
    sitewatch_customer integer not null,
    code text not null,
    customer text,
    primary key (site, objid)
  )`,
  sql`create index sitewatch_code_customer on sitewatch_code (customer)`,
  sql`create table sitewatch_code_copy (
    site integer primary key references site (number),
    started timestamptz not null,
    taken timestamptz
  )`,
  sql`create table customer_many_codes (
    customer text primary key,
    codes integer not null
  )`,
  sql`create index customer_many_codes_codes on customer_many_codes (codes desc, customer)`,
  sql`create table online_attempt (
    day date primary key,
    attempts integer not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
