import { sql, type Kysely } from 'kysely';

/** Erasures of customers, and the provider's objects that must not return to the mirror (docs/decisions/0058-erasure.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table erasure (
      id uuid primary key,
      customer text,
      alias text not null unique,
      asked timestamptz not null,
      asked_by text not null,
      stage text not null default 'requested' check (stage in ('requested', 'erasing', 'erased')),
      due timestamptz not null default now(),
      person jsonb,
      redaction jsonb not null,
      sites jsonb not null default '[]',
      removed jsonb not null default '{}',
      problem text,
      finished timestamptz
    )`.execute(db);
  await sql`create unique index erasure_open on erasure (customer) where finished is null`.execute(db);
  await sql`create index erasure_asked on erasure (asked desc, id desc)`.execute(db);
  await sql`create table erased_object (hash bytea primary key, erasure uuid not null references erasure)`.execute(db);
  // a signed agreement is evidence until its customer is erased
  await sql`
    create or replace function signature_is_kept() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.state = 'signed' and not exists (select from erasure where customer = old.customer and finished is null) then
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
    end $$`.execute(db);
}
