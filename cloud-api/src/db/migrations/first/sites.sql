-- Sites, their agents and devices, and the copies of each site's Sitewatch.

create table site (
  number integer primary key,
  name text not null,
  state text not null,
  time_zone text not null,
  location_id text unique
);

create table site_agent (
  site integer primary key references site,
  online boolean not null,
  boot uuid,
  version text,
  roster_seq bigint not null default 0,
  problems jsonb not null default '[]',
  changed timestamptz not null
);

create table site_journal (
  site integer not null references site,
  journal uuid not null,
  last_seq bigint not null,
  primary key (site, journal)
);

-- Durable events from agents of a later release, until a release that supports them handles them.
create table unknown_site_event (
  site integer not null references site,
  journal uuid not null,
  seq bigint not null,
  received timestamptz not null default now(),
  event jsonb not null,
  primary key (site, journal, seq)
);

create table site_device (
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
);

create table site_employee (
  site integer not null references site,
  number integer not null,
  first_name text not null,
  last_name text not null,
  active boolean not null,
  seen timestamptz not null,
  primary key (number, site)
);

create table site_terminal (
  site integer not null references site,
  name text not null,
  type text not null,
  ip_address text,
  primary key (site, name)
);

-- Copies of Sitewatch

create table site_list (
  site integer not null references site,
  kind text not null,
  items jsonb not null,
  seen timestamptz not null,
  primary key (site, kind)
);

create table sitewatch_copy (
  customer text not null,
  kind text not null,
  site integer not null references site,
  items jsonb not null,
  seen timestamptz not null,
  primary key (customer, kind, site)
);

create table sitewatch_sale (
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
);
create index sitewatch_sale_customer on sitewatch_sale (customer, at desc) where customer is not null;

create table sitewatch_link (
  site integer not null references site,
  customer text not null,
  objid integer,
  plate text,
  tag text,
  telling jsonb,
  changed timestamptz not null,
  primary key (customer, site)
);
create index sitewatch_link_objid on sitewatch_link (site, objid);
create index sitewatch_link_plate on sitewatch_link (plate);
create index sitewatch_link_tag on sitewatch_link (tag);

create table sitewatch_code (
  site integer not null references site,
  objid integer not null,
  sitewatch_customer integer not null,
  code text not null,
  customer text,
  primary key (site, objid)
);
create index sitewatch_code_customer on sitewatch_code (customer);

create table sitewatch_code_copy (
  site integer primary key references site,
  started timestamptz not null,
  taken timestamptz
);

-- Computed from sitewatch_code after each copy.
create table customer_many_codes (
  customer text primary key,
  codes integer not null
);
create index customer_many_codes_codes on customer_many_codes (codes desc, customer);

create table many_codes_count (
  codes integer primary key,
  customers integer not null
);
