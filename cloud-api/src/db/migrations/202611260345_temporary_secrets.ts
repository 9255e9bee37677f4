import { sql, type Kysely } from 'kysely';

export const up = (db: Kysely<unknown>) =>
  sql`
    alter table staff add column pin_set_by text, add column password_set_by text;
    alter table service_account add column owner integer`.execute(db);
