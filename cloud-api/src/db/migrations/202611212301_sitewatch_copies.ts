import { sql, type Kysely } from 'kysely';

/** What the cloud keeps of every Sitewatch, and what it asked one to deduct. */
const statements = [
  sql`create table site_list (
    site integer not null references site,
    kind text not null,
    items jsonb not null,
    seen timestamptz not null,
    primary key (site, kind)
  )`,
  sql`create table sitewatch_copy (
    customer text not null,
    kind text not null,
    site integer not null references site,
    items jsonb not null,
    seen timestamptz not null,
    primary key (customer, kind, site)
  )`,
  sql`create table sitewatch_sale (
    site integer not null references site,
    sale_id integer not null,
    customer text,
    objid integer,
    code text,
    plan_name text,
    terminal text,
    employee integer,
    total integer not null,
    tax integer not null,
    status integer not null,
    at timestamptz not null,
    primary key (site, sale_id)
  )`,
  sql`create index sitewatch_sale_customer on sitewatch_sale (customer, at desc) where customer is not null`,
  sql`create index usage_sale on usage (site, sale_id) where sale_id is not null`,
  sql`create table gift_card_deduction (
    id uuid primary key,
    principal text not null,
    key text not null,
    request_hash bytea not null,
    site integer not null references site,
    code text not null,
    amount integer not null,
    state text not null check (state in ('unsent', 'asked', 'deducted', 'refused')),
    result jsonb,
    asked timestamptz not null,
    settled timestamptz,
    unique (principal, key),
    check ((state in ('deducted', 'refused')) = (result is not null))
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
