import { sql, type Kysely } from 'kysely';

/** What each person charged and gave back, for the limits of a day; it goes with its operation. Nothing of an older release writes or needs it. */
const statements = [
  sql`create table moved_money (
    operation uuid primary key references operation on delete cascade,
    person text not null,
    kind text not null check (kind in ('charges', 'refunds')),
    amount integer not null,
    created timestamptz not null default now()
  )`,
  sql`create index moved_money_person on moved_money (person, kind, created)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
