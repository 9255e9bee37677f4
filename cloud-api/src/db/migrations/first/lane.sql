-- What happens at the lane: washes, the roster, gates, gift cards and coupons.

create table usage (
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
);
create index usage_customer on usage (customer, at desc);
create index usage_site on usage (site, at desc);
create index usage_sale on usage (site, sale_id) where sale_id is not null;

create table usage_month (
  customer text not null,
  year integer not null,
  month integer not null,
  plan_name text not null,
  returns integer not null,
  primary key (customer, year, month, plan_name)
);

create table roster_entry (
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
);
create index roster_entry_customer on roster_entry (customer);

create table gate_command (
  id uuid primary key,
  site integer not null references site,
  gate text not null,
  principal text not null,
  employee integer,
  customer text,
  reason text,
  journal uuid,
  asked timestamptz not null,
  result text,
  detail text,
  answered timestamptz
);
create index gate_command_customer on gate_command (customer, asked desc) where customer is not null;

create table gift_card_deduction (
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
);

create table wash_coupon (
  vendor_id text primary key,
  principal text not null,
  key text not null,
  request_hash bytea not null,
  site integer not null references site,
  state text not null check (state in ('unsent', 'asked', 'made')),
  image text,
  asked timestamptz not null,
  made timestamptz,
  constraint wash_coupon_image check (state = 'made' or image is null)
);
create index wash_coupon_key on wash_coupon (principal, key);
