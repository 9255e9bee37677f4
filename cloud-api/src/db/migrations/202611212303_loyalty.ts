import { sql, type Kysely } from 'kysely';

/** The built-in loyalty system: who is linked to the gates and in which groups, and whose card is whose. */
const statements = [
  sql`create table loyalty_member (
    customer text primary key,
    linked boolean not null,
    groups text[] not null,
    created timestamptz not null,
    changed timestamptz not null
  )`,
  sql`create table loyalty_card (
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
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
