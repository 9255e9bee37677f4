import { sql, type Kysely } from 'kysely';

/** What customers are asked to sign and what they signed. A signed agreement is evidence: the database itself keeps it as it is. */
const statements = [
  sql`create table signature (
    id uuid primary key,
    customer text not null,
    subscription text,
    receipt uuid not null,
    deed uuid unique,
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
    device uuid references device,
    check ((state = 'signed') = (image is not null)),
    check ((image is null) = (image_hash is null) and (image is null) = (signed_at is null)),
    check (image_hash = sha256(image))
  )`,
  sql`create index signature_customer on signature (customer, requested desc)`,
  sql`create index signature_waiting on signature (site, requested) where state = 'pending'`,
  sql`create unique index signature_receipt_waits on signature (receipt) where state = 'pending'`,

  sql`create function signature_is_kept() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.state = 'signed' then raise exception 'a signed agreement is kept' using errcode = 'integrity_constraint_violation'; end if;
        return old;
      end if;
      if old.state <> 'pending'
        or (old.customer, old.receipt, old.agreement, old.agreement_hash) is distinct from (new.customer, new.receipt, new.agreement, new.agreement_hash)
      then raise exception 'an agreement is not changed' using errcode = 'integrity_constraint_violation'; end if;
      return new;
    end $$`,
  sql`create trigger signature_is_kept before update or delete on signature for each row execute function signature_is_kept()`,

  sql`alter table device add column polled timestamptz`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
