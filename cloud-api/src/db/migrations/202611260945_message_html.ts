import { sql, type Kysely } from 'kysely';

export const up = (db: Kysely<unknown>) => sql`alter table message add column html text`.execute(db);
