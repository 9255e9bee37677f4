-- People, programs and devices that sign in.

create table staff (
  employee_number integer primary key,
  name text not null,
  roles integer not null,
  username text,
  password_hash text,
  pin_hash text,
  active boolean not null default true,
  created timestamptz not null,
  changed timestamptz not null
);
create unique index staff_username on staff (lower(username));

create table service_account (
  client_id text primary key,
  name text not null,
  secret_hash text not null,
  roles integer not null,
  site integer references site,
  addresses text[] not null default '{}',
  created timestamptz not null,
  expires timestamptz,
  revoked timestamptz
);

create table device (
  id uuid primary key,
  kind text not null,
  name text not null,
  site integer not null references site,
  terminal text,
  secret_hash bytea not null unique,
  enrolled timestamptz not null,
  last_seen timestamptz,
  polled timestamptz,
  revoked timestamptz
);

create table enrolment (
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
);

create table session (
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
  code_passed timestamptz,
  created timestamptz not null,
  last_used timestamptz not null,
  expires timestamptz not null,
  ended timestamptz,
  ended_why text
);
create index session_open on session (expires) where ended is null;
create index session_open_last_used on session (last_used desc, id) where ended is null;

create table refresh_token (
  hash bytea primary key,
  session uuid not null references session on delete cascade,
  created timestamptz not null,
  rotated timestamptz
);
create index refresh_token_session on refresh_token (session);

create table approval (
  id uuid primary key,
  token_hash bytea not null unique,
  session uuid not null references session on delete cascade,
  requester text not null,
  approver text not null,
  approver_name text not null,
  approver_roles integer not null,
  endpoint text not null,
  key text not null,
  request_hash bytea not null,
  code_passed timestamptz,
  created timestamptz not null,
  expires timestamptz not null,
  used timestamptz
);
create index approval_session on approval (session);

create table one_time_code (
  employee_number integer primary key references staff on delete cascade,
  secret bytea not null,
  created timestamptz not null,
  confirmed timestamptz,
  last_step integer
);

create table recovery_code (
  employee_number integer not null references one_time_code on delete cascade,
  hash bytea not null,
  used timestamptz,
  primary key (employee_number, hash)
);

-- Wrong PINs and wrong one-time codes are counted per person and device.

create table pin_attempt (
  employee_number integer not null,
  device uuid not null references device on delete cascade,
  since timestamptz not null,
  attempts integer not null,
  primary key (employee_number, device)
);

create table code_attempt (
  employee_number integer not null,
  device text not null,
  since timestamptz not null,
  attempts integer not null,
  primary key (employee_number, device)
);

create table blacklist (
  address text primary key,
  since timestamptz not null,
  blocked_by text not null
);
