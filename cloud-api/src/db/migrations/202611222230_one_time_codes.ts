import { sql, type Kysely } from 'kysely';

/** One-time codes: a person's encrypted secret, hashes of the recovery codes, wrong codes, and which sessions and approvals passed one. */
const statements = [
  sql`create table one_time_code (
    employee_number integer primary key references staff on delete cascade,
    secret bytea not null,
    created timestamptz not null,
    confirmed timestamptz,
    last_step integer
  )`,
  sql`create table recovery_code (
    employee_number integer not null references one_time_code on delete cascade,
    hash bytea not null,
    used timestamptz,
    primary key (employee_number, hash)
  )`,
  sql`create table code_attempt (
    employee_number integer not null,
    device text not null,
    since timestamptz not null,
    attempts integer not null,
    primary key (employee_number, device)
  )`,
  sql`alter table session add column code_passed timestamptz`,
  sql`alter table approval add column code_passed timestamptz`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
