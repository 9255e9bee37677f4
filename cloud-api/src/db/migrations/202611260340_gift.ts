import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gift (
      kind text not null,
      source text not null,
      operation uuid references operation on delete set null,
      person text not null,
      name text not null,
      device uuid,
      site integer,
      customer text,
      members text[] not null,
      approver text,
      at timestamptz not null,
      created timestamptz not null default now(),
      primary key (kind, source)
    )`.execute(db);
  await sql`create index gift_person on gift (person, kind, created)`.execute(db);
  await sql`create index gift_device on gift (device, kind, created)`.execute(db);
  await sql`create index gift_members on gift using gin (members)`.execute(db);
  await sql`create index gift_at on gift (at)`.execute(db);
  await sql`create index gift_operation on gift (operation)`.execute(db);
}
