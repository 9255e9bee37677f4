import { sql, type Kysely } from 'kysely';

/** Columns and tables for what was read from private JSON or from audit rows. */
const statements = [
  sql`alter table operation add column detaches_cards boolean not null default false`,
  sql`create table begun_plan (subscription text primary key, begun timestamptz not null)`,
  sql`create table attached_card (card text primary key, customer text not null, attached timestamptz not null)`,
  sql`create table later_change_report (job text primary key, reported timestamptz not null)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
