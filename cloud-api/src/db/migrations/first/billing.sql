-- Receipts, plans and cards, disputes, price limits and bulk price increases.

create table receipt (
  id uuid primary key,
  kind text not null,
  subject text not null,
  about text[] not null,
  customer text,
  operation uuid,
  site integer,
  terminal text,
  employee integer,
  agent text,
  facts jsonb not null,
  created timestamptz not null,
  unique (kind, subject)
);
create index receipt_about on receipt using gin (about);
create index receipt_customer on receipt (customer, created desc);
create index receipt_operation on receipt (operation) where operation is not null;

create table print_job (
  id uuid primary key,
  site integer not null references site,
  printer text not null,
  kind text not null,
  subject text not null,
  receipt uuid,
  state text not null,
  reason text,
  duplicate boolean not null default false,
  journal uuid,
  asked timestamptz not null,
  until timestamptz,
  answered timestamptz
);
create index print_job_subject on print_job (subject, asked desc);
create index print_job_queued on print_job (site) where state = 'queued';

create table begun_plan (
  subscription text primary key,
  begun timestamptz not null
);

create table attached_card (
  card text primary key,
  customer text not null,
  attached timestamptz not null
);

create table later_change_report (
  job text primary key,
  reported timestamptz not null
);

create table dispute_evidence (
  id uuid primary key,
  dispute text not null,
  texts jsonb not null,
  pdf bytea not null,
  file text,
  created timestamptz not null,
  saved timestamptz,
  saved_by text,
  submitted timestamptz,
  submitted_by text
);
create index dispute_evidence_dispute on dispute_evidence (dispute, created desc);

create table promo (
  id integer primary key,
  description text not null,
  active boolean not null
);

create table reason (
  value text primary key,
  text text not null,
  kinds text[] not null,
  position integer not null,
  active boolean not null
);
insert into reason (value, text, kinds, position, active) values
  ('moved', 'Moved away', '{discontinue,terminate,delete}', 1, true),
  ('sold-vehicle', 'Sold or lost the vehicle', '{discontinue,terminate,delete}', 2, true),
  ('not-used', 'Does not wash often enough', '{discontinue,terminate}', 3, true),
  ('price', 'Too expensive', '{discontinue,terminate}', 4, true),
  ('financial', 'Cannot afford it at the moment', '{discontinue,terminate}', 5, true),
  ('quality', 'Not satisfied with the wash', '{discontinue,terminate}', 6, true),
  ('service', 'Not satisfied with the service', '{discontinue,terminate}', 7, true),
  ('damage', 'Vehicle was damaged', '{discontinue,terminate}', 8, true),
  ('competitor', 'Washes somewhere else', '{discontinue,terminate}', 9, true),
  ('seasonal', 'Away for the season', '{discontinue}', 10, true),
  ('non-payment', 'Did not pay', '{terminate}', 11, true),
  ('fraud', 'Misuse or fraud', '{terminate,delete}', 12, true),
  ('duplicate', 'Entered twice', '{terminate,delete}', 13, true),
  ('mistake', 'Signed up by mistake', '{terminate,delete}', 14, true),
  ('customer-request', 'Customer asked for it', '{discontinue,terminate,delete}', 15, true),
  ('other', 'Other', '{discontinue,terminate,delete}', 16, true);

create table price_range (
  id integer primary key,
  product_class text not null unique,
  min_price integer not null,
  max_car integer not null,
  max_truck integer not null,
  max_car_commercial integer not null,
  max_truck_commercial integer not null,
  changed timestamptz,
  changed_by text,
  check (least(max_car, max_truck, max_car_commercial, max_truck_commercial) >= min_price and min_price >= 0)
);
-- The specification's retail price of 44.99, more if list prices are higher; plus 5 for an oversized vehicle and 20 for a commercial one
-- (back office, section 9). A company sets its own.
insert into price_range (id, product_class, min_price, max_car, max_truck, max_car_commercial, max_truck_commercial) values
  (1, 'Super Kiss', 500, 4499, 4999, 6499, 6999),
  (2, 'Super Kiss Plus', 500, 5499, 5999, 7499, 7999),
  (3, 'Interior', 500, 4499, 4999, 6499, 6999),
  (4, 'Super Interior', 500, 6999, 7499, 8999, 9499),
  (5, 'Oil Change', 500, 5999, 6499, 7999, 8499),
  (6, 'Once A Month Car', 500, 4499, 4999, 6499, 6999),
  (7, 'Once A Month Truck', 500, 4499, 4999, 6499, 6999),
  (8, 'Online Offers', 500, 4499, 4999, 6499, 6999);

create table price_increase (
  id uuid primary key,
  name text not null,
  created timestamptz not null,
  created_by text not null,
  asked text not null unique,
  choice jsonb not null,
  effective date not null,
  state text not null check (state in
    ('choosing', 'draft', 'checking', 'checked', 'running', 'paused', 'done', 'undoing', 'undone', 'discarded')),
  chosen jsonb not null default '{"place": 0, "behind": ""}',
  members integer not null default 0,
  checked timestamptz,
  run_by jsonb,
  undone_by jsonb
);
create index price_increase_created on price_increase (created desc, id desc);
create index price_increase_at_work on price_increase (created) where state in ('choosing', 'checking', 'running', 'undoing');

create table price_increase_member (
  increase uuid not null references price_increase on delete cascade,
  subscription text not null,
  customer text not null,
  name text not null,
  site integer,
  old_price text not null,
  new_price text not null,
  old_amount integer not null,
  new_amount integer not null,
  old_total integer not null,
  new_total integer not null,
  state text not null check (state in ('planned', 'checked', 'scheduled', 'skipped', 'refused', 'undone', 'kept')),
  reason text,
  detail text,
  attempts integer not null default 0,
  due timestamptz not null default now(),
  leased_until timestamptz,
  primary key (increase, subscription)
);
create index price_increase_member_name on price_increase_member (increase, name, subscription);
create index price_increase_member_state on price_increase_member (increase, state, name, subscription);

create table increase_notice (
  id uuid primary key default gen_random_uuid(),
  increase uuid not null,
  subscription text not null,
  kind text not null check (kind in ('increase', 'retraction')),
  state text not null default 'waiting' check (state in ('waiting', 'queued', 'sent', 'letter', 'printed', 'dropped')),
  channel text check (channel in ('sms', 'email')),
  refused text[] not null default '{}',
  message uuid,
  reason text,
  due timestamptz not null default now(),
  told timestamptz,
  unique (increase, subscription, kind),
  foreign key (increase, subscription) references price_increase_member (increase, subscription) on delete cascade
);
create index increase_notice_open on increase_notice (due) where state in ('waiting', 'queued');
create index increase_notice_state on increase_notice (increase, kind, state);
