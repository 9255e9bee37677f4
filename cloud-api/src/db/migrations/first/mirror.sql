-- The copy of Stripe's objects, and the codes of its customers.

create extension if not exists pg_trgm;

create sequence mirror_read;

create table mirror_customer (
  id text primary key,
  object jsonb not null,
  read_seq bigint not null,
  read_at timestamptz not null default now(),
  deleted_at timestamptz,
  created timestamptz not null,
  name text,
  email text,
  phone text,
  plate text,
  tag text,
  search text not null,
  converge_fingerprint text
);
create index mirror_customer_created on mirror_customer (created desc, id);
-- A search ranks up to some hundred customers by age, read from the index alone.
create index mirror_customer_age on mirror_customer (id) include (created);
create index mirror_customer_email on mirror_customer (lower(email));
create index mirror_customer_phone on mirror_customer (lower(phone)) where deleted_at is null;
create index mirror_customer_phone_digits on mirror_customer (right(regexp_replace(phone, '[^0-9]', '', 'g'), 10));
create index mirror_customer_next_price on mirror_customer (id)
  where deleted_at is null and object->'metadata' ? 'nextpriceexpires';
-- A search reads the whole pending list of a GIN index, so it is kept short.
create index mirror_customer_search on mirror_customer using gin (search gin_trgm_ops) with (gin_pending_list_limit = 256);
create index mirror_customer_name_words on mirror_customer
  using gin (string_to_array(translate(lower(name), ',', ''), ' ')) with (gin_pending_list_limit = 256) where deleted_at is null;
create index mirror_customer_first_word on mirror_customer (left(search, 10) text_pattern_ops);
create index mirror_customer_second_word on mirror_customer (left(split_part(search, ' ', 2), 10) text_pattern_ops);

create table mirror_product (
  id text primary key,
  object jsonb not null,
  read_seq bigint not null,
  deleted_at timestamptz
);

create table mirror_price (
  id text primary key,
  object jsonb not null,
  read_seq bigint not null,
  deleted_at timestamptz,
  product text not null
);

create table mirror_location (
  id text primary key,
  object jsonb not null,
  read_seq bigint not null,
  deleted_at timestamptz
);

create table mirror_subscription (
  id text primary key,
  object jsonb not null,
  read_seq bigint not null,
  deleted_at timestamptz,
  customer text not null,
  status text not null,
  price text,
  schedule text,
  site integer,
  sold_by text,
  created timestamptz not null,
  period_end timestamptz
);
create index mirror_subscription_created on mirror_subscription (created desc, id);
create index mirror_subscription_customer on mirror_subscription (customer);
create index mirror_subscription_member on mirror_subscription (customer)
  where deleted_at is null and status in ('active', 'trialing', 'past_due');
create index mirror_subscription_sold_by on mirror_subscription (sold_by, created desc);
create index mirror_subscription_site on mirror_subscription (site, created desc);
create index mirror_subscription_site_customer on mirror_subscription (site, customer);
create index mirror_subscription_price on mirror_subscription (price, id)
  where deleted_at is null and status not in ('canceled', 'incomplete_expired');
-- For counting. Without the id this index stores each price once, at a tenth of the size.
create index mirror_subscription_count_by_price on mirror_subscription (price)
  where deleted_at is null and status not in ('canceled', 'incomplete_expired');
create index mirror_subscription_past_due on mirror_subscription (coalesce(period_end, 'infinity'), id)
  where status = 'past_due' and deleted_at is null;
create index mirror_subscription_incomplete on mirror_subscription (created desc, id)
  where status = 'incomplete' and deleted_at is null;

create table mirror_schedule (
  id text primary key,
  object jsonb not null,
  read_seq bigint not null,
  deleted_at timestamptz,
  customer text not null,
  subscription text,
  status text not null
);
create index mirror_schedule_customer on mirror_schedule (customer);
create index mirror_schedule_subscription on mirror_schedule (subscription);

create table mirror_payment_method (
  id text primary key,
  object jsonb not null,
  read_seq bigint not null,
  deleted_at timestamptz,
  customer text,
  brand text,
  last4 text,
  fingerprint text
);
create index mirror_payment_method_customer on mirror_payment_method (customer);
create index mirror_payment_method_last4 on mirror_payment_method (last4);
create index mirror_payment_method_fingerprint on mirror_payment_method (fingerprint);

create table mirror_charge (
  id text primary key,
  object jsonb not null,
  read_seq bigint not null,
  deleted_at timestamptz,
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
);
create index mirror_charge_created on mirror_charge (created desc, id);
create index mirror_charge_customer on mirror_charge (customer, created desc);
create index mirror_charge_intent on mirror_charge (payment_intent);
create index mirror_charge_fingerprint on mirror_charge (fingerprint, created desc);
create index mirror_charge_employee on mirror_charge (upper(object->'metadata'->>'employeename'), created desc);
create index mirror_charge_receipt on mirror_charge (receipt_number) where receipt_number is not null;
create index mirror_charge_terminal on mirror_charge (terminal, created desc) where deleted_at is null;
-- Charges found by these are counted up to a limit without reading the table.
create index mirror_charge_live_customer on mirror_charge (customer, created desc, id desc) where deleted_at is null;
create index mirror_charge_live_last4 on mirror_charge (last4, created desc, id desc) where deleted_at is null;
create index mirror_charge_live_last4_terminal on mirror_charge (last4, terminal, created desc, id desc) where deleted_at is null;
create index mirror_charge_live_amount on mirror_charge (amount, created desc, id desc) where deleted_at is null;
create index mirror_charge_live_site on mirror_charge (site, created desc, id desc) where deleted_at is null;

create table mirror_invoice (
  id text primary key,
  object jsonb not null,
  read_seq bigint not null,
  deleted_at timestamptz,
  customer text,
  subscription text,
  payment_intent text,
  created timestamptz not null,
  status text,
  number text,
  receipt_number text
);
create index mirror_invoice_customer on mirror_invoice (customer, created desc);
create index mirror_invoice_customer_intent on mirror_invoice (customer, payment_intent) where payment_intent is not null;
create index mirror_invoice_subscription on mirror_invoice (subscription, created desc);
create index mirror_invoice_intent on mirror_invoice (payment_intent);
create index mirror_invoice_number on mirror_invoice (upper(number));
create index mirror_invoice_receipt on mirror_invoice (receipt_number) where receipt_number is not null;

create table mirror_payment_intent (
  id text primary key,
  object jsonb not null,
  read_seq bigint not null,
  deleted_at timestamptz,
  customer text,
  created timestamptz not null,
  status text not null,
  sale text
);
create index mirror_payment_intent_customer on mirror_payment_intent (customer, created desc);
create index mirror_payment_intent_sale on mirror_payment_intent (sale) where sale is not null;

create table mirror_refund (
  id text primary key,
  object jsonb not null,
  read_seq bigint not null,
  deleted_at timestamptz,
  charge text,
  created timestamptz not null,
  status text
);
create index mirror_refund_charge on mirror_refund (charge);

create table mirror_dispute (
  id text primary key,
  object jsonb not null,
  read_seq bigint not null,
  deleted_at timestamptz,
  charge text not null,
  created timestamptz not null,
  status text not null
);
create index mirror_dispute_charge on mirror_dispute (charge);
create index mirror_dispute_to_answer on mirror_dispute
  (coalesce((object->'evidence_details'->>'due_by')::bigint, 9999999999), id)
  where status in ('needs_response', 'warning_needs_response') and deleted_at is null;

-- Codes: the customers who have each, and its holder.

create table customer_code (
  code text not null,
  customer text not null,
  source text not null,
  primary key (code, customer, source)
);
create index customer_code_customer on customer_code (customer);
create index customer_code_beginning on customer_code (code text_pattern_ops);
create index customer_code_comparable on customer_code (translate(split_part(code, '-', 1), 'OQDILZSGB+', '000112568'));

create table code_claim (
  code text primary key,
  customer text not null,
  operation uuid,
  claimed timestamptz not null
);
create index code_claim_operation on code_claim (operation) where operation is not null;

-- Stripe's events, and the reconcile runs.

create table provider_event (
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
);
create index provider_event_due on provider_event (due) where worked is null;
create index provider_event_object on provider_event (kind, object_id) where worked is null;
create index provider_event_received on provider_event (received);

-- The body is bytea because text cannot store a NUL.
create table unknown_event (
  hash bytea primary key,
  received timestamptz not null default now(),
  problem text not null,
  body bytea not null
);

create table reconcile_run (
  id uuid primary key,
  started timestamptz not null default now(),
  progress jsonb not null,
  report jsonb,
  finished timestamptz
);
