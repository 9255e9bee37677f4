import { sql, type Kysely } from 'kysely';

const mirrored = sql`id text primary key, object jsonb not null, read_seq bigint not null, deleted_at timestamptz`;

/** Deeds, the provider's events, and the mirror of everything that money is made of. */
const statements = [
  sql`create table deed (
    id uuid primary key,
    kind text not null,
    scope text not null,
    route text not null,
    key text not null,
    request_hash bytea not null,
    by jsonb not null,
    customer text,
    exclusive text,
    facts jsonb,
    state text not null,
    attempts jsonb not null default '{}',
    runs integer not null default 0,
    status integer,
    body jsonb,
    last_error text,
    claimed_until timestamptz not null,
    due timestamptz not null,
    created timestamptz not null default now(),
    settled timestamptz,
    unique (scope, route, key)
  )`,
  sql`create index code_claim_deed on code_claim (deed) where deed is not null`,
  sql`create index deed_due on deed (due) where state = 'intended'`,
  sql`create unique index deed_exclusive on deed (exclusive) where state = 'intended'`,
  sql`create index deed_customer on deed (customer, created desc)`,
  sql`create index deed_created on deed (created)`,

  sql`alter table obligation add column generation integer not null default 0`,
  sql`create index obligation_customer on obligation (customer) where state <> 'done'`,

  sql`create table provider_event (
    id text primary key,
    type text not null,
    kind text,
    object_id text,
    customer text,
    created timestamptz not null,
    received timestamptz not null default now(),
    attempts integer not null default 0,
    due timestamptz not null default now(),
    last_error text,
    worked timestamptz
  )`,
  sql`create index provider_event_due on provider_event (due) where worked is null`,
  sql`create index provider_event_object on provider_event (kind, object_id) where worked is null`,
  sql`create index provider_event_received on provider_event (received)`,

  sql`create table reconcile_run (
    id uuid primary key,
    started timestamptz not null default now(),
    progress jsonb not null,
    report jsonb,
    finished timestamptz
  )`,

  sql`alter table mirror_customer add column converge_mark text, add column read_at timestamptz not null default now()`,
  sql`alter table mirror_subscription add column sold_by text, add column site integer`,
  sql`create index mirror_subscription_sold_by on mirror_subscription (sold_by, created desc)`,
  sql`create index mirror_subscription_site on mirror_subscription (site, created desc)`,
  sql`create index mirror_subscription_created on mirror_subscription (created desc, id)`,
  sql`alter table mirror_payment_method add column fingerprint text`,
  sql`create index mirror_payment_method_fingerprint on mirror_payment_method (fingerprint)`,

  sql`create table mirror_charge (
    ${mirrored},
    customer text,
    payment_intent text,
    created timestamptz not null,
    amount bigint not null,
    status text not null,
    brand text,
    last4 text,
    fingerprint text,
    site integer,
    terminal text,
    receipt_number text
  )`,
  sql`create index mirror_charge_customer on mirror_charge (customer, created desc)`,
  sql`create index mirror_charge_created on mirror_charge (created desc, id)`,
  sql`create index mirror_charge_intent on mirror_charge (payment_intent)`,
  sql`create index mirror_charge_fingerprint on mirror_charge (fingerprint, created desc)`,
  sql`create index mirror_charge_site on mirror_charge (site, created desc)`,
  sql`create index mirror_charge_terminal on mirror_charge (terminal, created desc) where deleted_at is null`,
  sql`create index mirror_charge_employee on mirror_charge (upper(object->'metadata'->>'employeename'), created desc)`,
  sql`create index mirror_charge_last4 on mirror_charge (last4, created desc)`,
  sql`create index mirror_charge_amount on mirror_charge (amount, created desc)`,
  sql`create index mirror_charge_receipt on mirror_charge (receipt_number) where receipt_number is not null`,
  sql`create table mirror_invoice (
    ${mirrored},
    customer text,
    subscription text,
    payment_intent text,
    created timestamptz not null,
    status text,
    number text,
    receipt_number text
  )`,
  sql`create index mirror_invoice_customer on mirror_invoice (customer, created desc)`,
  sql`create index mirror_invoice_subscription on mirror_invoice (subscription, created desc)`,
  sql`create index mirror_invoice_intent on mirror_invoice (payment_intent)`,
  sql`create index mirror_invoice_number on mirror_invoice (upper(number))`,
  sql`create index mirror_invoice_receipt on mirror_invoice (receipt_number) where receipt_number is not null`,
  sql`create table mirror_refund (${mirrored}, charge text, created timestamptz not null, status text)`,
  sql`create index mirror_refund_charge on mirror_refund (charge)`,
  sql`create table mirror_payment_intent (${mirrored}, customer text, created timestamptz not null, status text not null, sale text)`,
  sql`create index mirror_payment_intent_customer on mirror_payment_intent (customer, created desc)`,
  sql`create index mirror_payment_intent_sale on mirror_payment_intent (sale) where sale is not null`,
  sql`create table mirror_dispute (${mirrored}, charge text not null, created timestamptz not null, status text not null)`,
  sql`create index mirror_dispute_charge on mirror_dispute (charge)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
