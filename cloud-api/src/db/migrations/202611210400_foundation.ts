import { sql, type Kysely } from 'kysely';

const statements = [
  sql`create extension if not exists pg_trgm`,

  // --- sites and what their agents report -------------------------------------------------------------------------
  sql`create table site (
    number integer primary key,
    name text not null,
    state text not null,
    time_zone text not null,
    location_id text unique
  )`,
  sql`create table site_agent (
    site integer primary key references site,
    online boolean not null,
    boot uuid,
    version text,
    roster_seq bigint not null default 0,
    changed timestamptz not null
  )`,
  sql`create table site_journal (
    site integer not null references site,
    journal uuid not null,
    last_seq bigint not null,
    primary key (site, journal)
  )`,
  sql`create table site_device (
    site integer not null references site,
    id text not null,
    kind text not null,
    name text not null,
    lane integer,
    health text not null,
    reason text,
    since timestamptz not null,
    terminals text[] not null default '{}',
    primary key (site, id)
  )`,
  sql`create table site_employee (
    site integer not null references site,
    number integer not null,
    first_name text not null,
    last_name text not null,
    active boolean not null,
    seen timestamptz not null,
    primary key (number, site)
  )`,
  sql`create table site_terminal (
    site integer not null references site,
    name text not null,
    type text not null,
    ip_address text,
    primary key (site, name)
  )`,

  // --- people and doors -------------------------------------------------------------------------------------------
  sql`create table staff (
    employee_number integer primary key,
    name text not null,
    roles integer not null,
    username text,
    password_hash text,
    pin_hash text,
    active boolean not null default true,
    created timestamptz not null,
    changed timestamptz not null
  )`,
  sql`create unique index staff_username on staff (lower(username))`,
  sql`create table device (
    id uuid primary key,
    kind text not null,
    name text not null,
    site integer not null references site,
    terminal text,
    secret_hash bytea not null unique,
    enrolled timestamptz not null,
    last_seen timestamptz,
    revoked timestamptz
  )`,
  sql`create table enrolment (
    id uuid primary key,
    token_hash bytea not null unique,
    kind text not null,
    name text not null,
    site integer not null references site,
    terminal text,
    created_by text not null,
    created timestamptz not null,
    expires timestamptz not null,
    device uuid references device,
    used timestamptz
  )`,
  sql`create table service_account (
    client_id text primary key,
    name text not null,
    secret_hash text not null,
    roles integer not null,
    site integer references site,
    created timestamptz not null,
    revoked timestamptz
  )`,
  sql`create table session (
    id uuid primary key,
    kind text not null,
    principal text not null,
    employee_number integer,
    name text not null,
    roles integer not null,
    device uuid references device,
    site integer,
    location_id text,
    terminal text,
    created timestamptz not null,
    last_used timestamptz not null,
    expires timestamptz not null,
    ended timestamptz,
    ended_why text
  )`,
  sql`create index session_open on session (expires) where ended is null`,
  sql`create table refresh_token (
    hash bytea primary key,
    session uuid not null references session on delete cascade,
    created timestamptz not null,
    rotated timestamptz
  )`,
  sql`create index refresh_token_session on refresh_token (session)`,

  // --- the mirror of the payment provider -------------------------------------------------------------------------
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

  // --- usage, roster ----------------------------------------------------------------------------------------------
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

  // --- promises ---------------------------------------------------------------------------------------------------
  sql`create table answer (
    principal text not null,
    route text not null,
    key text not null,
    request_hash bytea not null,
    status integer not null,
    body jsonb not null,
    created timestamptz not null,
    primary key (principal, route, key)
  )`,
  sql`create index answer_created on answer (created)`,
  sql`create table obligation (
    id uuid primary key,
    kind text not null,
    what text not null,
    key text not null,
    site integer,
    customer text,
    payload jsonb not null,
    state text not null,
    attempts integer not null default 0,
    due timestamptz not null,
    deadline timestamptz not null,
    claimed_until timestamptz,
    last_error text,
    result jsonb,
    created timestamptz not null,
    settled timestamptz,
    unique (what, key)
  )`,
  sql`create index obligation_due on obligation (due) where state = 'owed'`,
  sql`create table gate_command (
    id uuid primary key,
    site integer not null references site,
    gate text not null,
    principal text not null,
    employee integer,
    reason text,
    asked timestamptz not null,
    result text,
    detail text,
    answered timestamptz
  )`,
  sql`create table print_job (
    id uuid primary key,
    site integer not null references site,
    printer text not null,
    kind text not null,
    subject text not null,
    state text not null,
    reason text,
    asked timestamptz not null,
    answered timestamptz
  )`,

  // --- what staff may change, and what is remembered ----------------------------------------------------------------
  sql`create table setting (name text primary key, value jsonb not null, changed timestamptz not null, changed_by text)`,
  sql`create table flag (name text primary key, description text not null, value boolean not null, position integer not null)`,
  sql`create table promo (id integer primary key, description text not null, active boolean not null)`,
  sql`create table note (
    id uuid primary key,
    customer text not null,
    note text not null,
    attention boolean not null,
    agent text not null,
    created timestamptz not null
  )`,
  sql`create index note_customer on note (customer, created desc)`,
  sql`create table client_error (
    id uuid primary key,
    at timestamptz not null,
    message text not null,
    stack text,
    component_stack text,
    path text,
    principal text,
    device uuid
  )`,
  sql`create table audit (
    id uuid primary key,
    at timestamptz not null,
    actor text not null,
    site integer,
    device uuid,
    action text not null,
    subject text not null,
    before jsonb,
    after jsonb,
    why text,
    request_id text
  )`,
  sql`create index audit_subject on audit (subject, at desc)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
