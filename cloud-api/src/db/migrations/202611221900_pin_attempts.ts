import { sql, type Kysely } from 'kysely';

/** Wrong PINs of one person at one device since a time: those of another device do not count there. */
const statements = [
  sql`create table pin_attempt (
    employee_number integer not null,
    device uuid not null references device on delete cascade,
    since timestamptz not null,
    attempts integer not null,
    primary key (employee_number, device)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
