import { sql, type Kysely } from 'kysely';

/** The numbers of sites and months, and the members behind them (docs/decisions/0035-numbers-at-a-glance.md). */
const statements = [
  sql`create table number_run (
    site integer primary key,
    pass uuid not null,
    version integer not null,
    counted_at timestamptz not null,
    months text[] not null,
    behind text not null,
    totals jsonb not null,
    finished boolean not null
  )`,
  sql`create table member_span (
    site integer not null,
    customer text not null,
    begins timestamptz not null,
    ends timestamptz,
    joined timestamptz not null,
    primary key (site, customer, begins)
  )`,
  sql`create index member_span_joined on member_span (joined desc, customer desc)`,
  sql`create index member_span_site_joined on member_span (site, joined desc, customer desc)`,
  sql`create table month_number (
    site integer not null,
    month text not null,
    version integer not null,
    pass uuid not null,
    counted_at timestamptz not null,
    totals jsonb not null,
    primary key (site, month)
  )`,
  sql`create table month_movement (
    site integer not null,
    month text not null,
    pass uuid not null,
    kind text not null,
    id text not null,
    customer text not null,
    at timestamptz not null,
    amount integer not null,
    primary key (site, month, pass, kind, id)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
