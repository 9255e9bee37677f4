-- Operations, jobs, idempotency keys, audit and diagnostics.

create table answer (
  principal text not null,
  route text not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  body jsonb not null,
  created timestamptz not null,
  primary key (principal, route, key)
);
create index answer_created on answer (created);

create table derived_key (
  request bytea primary key,
  key text not null,
  until timestamptz not null
);

create table live_ticket (
  token_hash bytea primary key,
  expires timestamptz not null,
  live_grant jsonb not null
);

create table operation (
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
  detaches_cards boolean not null default false,
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
);
create index operation_created on operation (created);
create index operation_customer on operation (customer, created desc);
create index operation_due on operation (due) where state = 'started';
create unique index operation_exclusive on operation (exclusive) where state = 'started';

create table moved_money (
  operation uuid primary key references operation on delete cascade,
  person text not null,
  kind text not null check (kind in ('charges', 'refunds')),
  amount integer not null,
  created timestamptz not null default now()
);
create index moved_money_person on moved_money (person, kind, created);

create table job (
  id uuid primary key,
  kind text not null,
  what text not null,
  key text not null,
  site integer,
  customer text,
  payload jsonb not null,
  state text not null,
  attempts integer not null default 0,
  generation integer not null default 0,
  woken boolean not null default false,
  due timestamptz not null,
  deadline timestamptz not null,
  claimed_until timestamptz,
  last_error text,
  result jsonb,
  request_id text,
  device uuid,
  created timestamptz not null,
  settled timestamptz,
  dismissed_by text,
  why text,
  unique (what, key)
);
create index job_customer on job (customer) where customer is not null;
create index job_due on job (due) where state = 'pending';
create index job_open on job (created desc, id) where state in ('pending', 'failed');

create table audit (
  id uuid primary key,
  at timestamptz not null,
  actor text not null,
  approver text,
  site integer,
  device uuid,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  why text,
  request_id text
);
create index audit_newest on audit (at desc, id desc);
create index audit_actor on audit (actor, at desc, id desc);
create index audit_approver on audit (approver, at desc, id desc) where approver is not null;
create index audit_action on audit (action, at desc, id desc);
create index audit_site on audit (site, at desc, id desc);
create index audit_subject on audit (subject, at desc);
create index audit_object on audit (substr(subject, strpos(subject, ':') + 1), at desc, id desc);

-- A chain of hashes: each seal covers one audit row and the seal before it.
create table audit_seal (
  seq bigint primary key,
  audit uuid not null unique,
  hash bytea not null,
  sealed timestamptz not null default now()
);

create table audit_check (
  id uuid primary key,
  asked timestamptz not null,
  asked_by text not null,
  request_id text not null,
  site integer,
  device uuid,
  alive timestamptz,
  sealed bigint not null default 0,
  ended timestamptz,
  head text,
  faults jsonb not null default '[]',
  fault_count bigint not null default 0
);
-- At most one check runs at a time.
create unique index audit_check_open on audit_check ((ended is null)) where ended is null;
create index audit_check_ended on audit_check (ended desc);

create table client_error (
  id uuid primary key,
  at timestamptz not null,
  source text not null default 'browser' check (source in ('browser', 'server')),
  message text not null,
  stack text,
  component_stack text,
  path text,
  principal text,
  device uuid,
  request_id text
);

create table client_metric (
  address text not null,
  user_agent text not null,
  last_access timestamptz not null,
  times integer[] not null,
  device uuid,
  program text,
  primary key (address, user_agent)
);
create index client_metric_last_access on client_metric (last_access desc);
