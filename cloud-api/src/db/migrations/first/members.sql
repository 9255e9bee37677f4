-- What is stored about a member in addition to Stripe's objects: notes, messages, signatures, loyalty.

create table note (
  id uuid primary key,
  customer text not null,
  note text not null,
  attention boolean not null,
  agent text not null,
  operation uuid,
  created timestamptz not null
);
create index note_customer on note (customer, created desc);
create index note_attention on note (customer, created desc) where attention;
create index note_operation on note (operation) where operation is not null;

create table message (
  id uuid primary key,
  channel text not null check (channel in ('sms', 'email')),
  recipient text not null,
  kind text not null,
  subject text,
  text text not null,
  customer text,
  operation uuid,
  receipt text,
  asked text unique,
  unsubscribe text unique,
  hours_zone text,
  state text not null default 'queued' check (state in ('queued', 'sent', 'refused', 'discarded')),
  provider_id text,
  reason text,
  requested timestamptz not null,
  queued timestamptz not null default now(),
  sent timestamptz
);
create unique index message_operation on message (operation, kind) where operation is not null;
create index message_customer on message (customer, requested desc);
create index message_recipient on message (lower(recipient), queued);

create table message_opt_out (
  channel text not null,
  address text not null,
  since timestamptz not null,
  primary key (channel, address)
);

create table signature (
  id uuid primary key,
  customer text not null,
  subscription text,
  receipt uuid not null,
  operation uuid unique,
  site integer not null references site,
  terminal text,
  agreement jsonb not null,
  agreement_hash bytea not null,
  state text not null check (state in ('pending', 'signed', 'cancelled')),
  image bytea,
  image_hash bytea,
  requested timestamptz not null,
  requested_by text not null,
  signed_at timestamptz,
  signed_at_register_by text,
  device uuid references device,
  check ((state = 'signed') = (image is not null)),
  check ((image is null) = (image_hash is null) and (image is null) = (signed_at is null)),
  check (image_hash = sha256(image))
);
create index signature_customer on signature (customer, requested desc);
create index signature_waiting on signature (site, requested) where state = 'pending';
create unique index signature_receipt_waits on signature (receipt) where state = 'pending';

-- A signed agreement is evidence: the database itself rejects changes and deletion.
create function signature_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state = 'signed' then
      raise exception 'a signed agreement is kept' using errcode = 'integrity_constraint_violation';
    end if;
    return old;
  end if;
  if old.state <> 'pending'
    or (old.customer, old.receipt, old.agreement, old.agreement_hash)
      is distinct from (new.customer, new.receipt, new.agreement, new.agreement_hash)
  then
    raise exception 'an agreement is not changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger signature_is_kept before update or delete on signature
  for each row execute function signature_is_kept();

-- The built-in loyalty system.

create table loyalty_member (
  customer text primary key,
  linked boolean not null,
  groups text[] not null,
  created timestamptz not null,
  changed timestamptz not null
);

create table loyalty_card (
  number text primary key,
  customer text not null unique references loyalty_member on delete cascade,
  last_name text,
  first_name text,
  email text,
  zipcode text,
  cell_phone text,
  secondary_code text,
  npc_status text,
  created timestamptz not null,
  changed timestamptz not null
);

create table online_attempt (
  day date primary key,
  attempts integer not null
);
