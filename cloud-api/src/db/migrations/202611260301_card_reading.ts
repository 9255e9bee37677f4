import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table card_reading (
      setup_intent text primary key,
      payment_method text not null,
      person text not null,
      read timestamptz not null,
      operation uuid not null references operation on delete cascade
    )`.execute(db);
  await sql`create index card_reading_card on card_reading (payment_method)`.execute(db);
  await sql`create index card_reading_operation on card_reading (operation)`.execute(db);
}
