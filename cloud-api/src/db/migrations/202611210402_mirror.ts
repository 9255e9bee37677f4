import { sql, type Kysely } from 'kysely';

/** The mirror of the payment provider, and the codes its customers bear. */
const statements = [
  sql`create extension if not exists pg_trgm`,

  sql`create sequence mirror_read`,
  sql`create table mirror_customer (
    id text primary key,
    object jsonb not null,
    read_seq bigint not null,
    deleted_at timestamptz,
    created timestamptz not null,
    name text,
    email text,
    phone text,
    plate text,
    tag text,
    search text not null
  )`,
  sql`create index mirror_customer_search on mirror_customer using gin (search gin_trgm_ops)`,
  sql`create index mirror_customer_created on mirror_customer (created desc, id)`,
  sql`create table mirror_product (id text primary key, object jsonb not null, read_seq bigint not null, deleted_at timestamptz)`,
  sql`create table mirror_price (
    id text primary key,
    object jsonb not null,
    read_seq bigint not null,
    deleted_at timestamptz,
    product text not null
  )`,
  sql`create table mirror_subscription (
    id text primary key,
    object jsonb not null,
    read_seq bigint not null,
    deleted_at timestamptz,
    customer text not null,
    status text not null,
    price text,
    schedule text,
    created timestamptz not null,
    period_end timestamptz
  )`,
  sql`create index mirror_subscription_customer on mirror_subscription (customer)`,
  sql`create table mirror_schedule (
    id text primary key,
    object jsonb not null,
    read_seq bigint not null,
    deleted_at timestamptz,
    customer text not null,
    subscription text,
    status text not null
  )`,
  sql`create index mirror_schedule_customer on mirror_schedule (customer)`,
  sql`create table mirror_payment_method (
    id text primary key,
    object jsonb not null,
    read_seq bigint not null,
    deleted_at timestamptz,
    customer text,
    brand text,
    last4 text
  )`,
  sql`create index mirror_payment_method_customer on mirror_payment_method (customer)`,
  sql`create index mirror_payment_method_last4 on mirror_payment_method (last4)`,
  sql`create table mirror_location (id text primary key, object jsonb not null, read_seq bigint not null, deleted_at timestamptz)`,
  sql`create table customer_code (
    code text not null,
    customer text not null,
    source text not null,
    primary key (code, customer, source)
  )`,
  sql`create index customer_code_customer on customer_code (customer)`,
  sql`create index customer_code_trgm on customer_code using gin (code gin_trgm_ops)`,
  sql`create table code_claim (
    code text primary key,
    customer text not null,
    deed uuid,
    claimed timestamptz not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
