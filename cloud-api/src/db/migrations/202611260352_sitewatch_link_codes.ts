import { sql, type Kysely } from 'kysely';

export const up = (db: Kysely<unknown>) => sql`alter table sitewatch_link add column codes text[] not null default '{}'`.execute(db);
