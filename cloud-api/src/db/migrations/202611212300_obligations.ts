import { sql, type Kysely } from 'kysely';

/** Who gave up what was owed, and why; the way to what needs a person; and which act left a note. */
const statements = [
  sql`alter table obligation add column dismissed_by text, add column why text`,
  sql`create index obligation_open on obligation (created desc, id) where state in ('owed', 'failed')`,
  sql`alter table note add column deed uuid`,
  sql`create index note_deed on note (deed) where deed is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
