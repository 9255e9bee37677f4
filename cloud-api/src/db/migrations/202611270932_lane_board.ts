import { sql, type Kysely } from 'kysely';

/** Lanes between which a read is ambiguous, and what people at the lanes decided about reads. */
export const up = (db: Kysely<unknown>) =>
  sql`
    alter table lane_trace add column tied_lanes integer[];
    create table lane_read_decision (
      trace uuid primary key references lane_trace on delete cascade,
      kind text not null,
      lane integer,
      principal text not null,
      at timestamptz not null
    )`.execute(db);
