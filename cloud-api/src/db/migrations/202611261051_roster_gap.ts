import { sql, type Kysely } from 'kysely';

export const up = (db: Kysely<unknown>) => sql`create table roster_gap (after bigint primary key, before bigint not null)`.execute(db);
