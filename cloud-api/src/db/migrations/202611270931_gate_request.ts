import { sql, type Kysely } from 'kysely';

/** The request of each press of Open Gate. */
export const up = (db: Kysely<unknown>) => sql`alter table gate_command add column request_id text`.execute(db);
