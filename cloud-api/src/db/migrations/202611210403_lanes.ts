import { sql, type Kysely } from 'kysely';

/** Usages, and the roster that every lane has. */
const statements = [
  sql`create table usage (
    id uuid primary key,
    customer text not null,
    subscription text,
    code text not null,
    plan_name text not null,
    site integer not null references site,
    terminal text,
    employee integer,
    source text not null,
    price_increase boolean not null default false,
    overlap boolean not null default false,
    sale_id integer,
    at timestamptz not null
  )`,
  sql`create index usage_customer on usage (customer, at desc)`,
  sql`create index usage_site on usage (site, at desc)`,
  sql`create table usage_month (
    customer text not null,
    year integer not null,
    month integer not null,
    plan_name text not null,
    returns integer not null,
    primary key (customer, year, month, plan_name)
  )`,
  sql`create table roster_entry (
    code text primary key,
    seq bigint not null unique,
    customer text not null,
    name text,
    subscription text,
    schedule text,
    plan_name text,
    product_class text,
    status text not null,
    period_end timestamptz,
    good_until timestamptz,
    price_increase boolean not null,
    groups text[] not null,
    removed boolean not null
  )`,
  sql`create index roster_entry_customer on roster_entry (customer)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
