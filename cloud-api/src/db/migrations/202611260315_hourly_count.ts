import { sql, type Kysely } from 'kysely';

export const up = (db: Kysely<unknown>) =>
  sql`
    alter table password_attempt rename to hourly_count;
    alter table hourly_count rename column name to key`.execute(db);
