import { sql, type Kysely } from 'kysely';

/** What happened to each car at the lanes. */
export const up = (db: Kysely<unknown>) =>
  sql`
    create table lane_trace (
      id uuid primary key,
      site integer not null references site,
      began timestamptz not null,
      lane integer,
      gate text,
      code text,
      customer text,
      command uuid,
      employee integer,
      outcome text not null,
      reason text,
      hops jsonb not null
    );
    create index lane_trace_newest on lane_trace (began desc);
    create index lane_trace_site on lane_trace (site, lane, began desc);
    create index lane_trace_code on lane_trace (code, began desc) where code is not null;
    create index lane_trace_customer on lane_trace (customer, began desc) where customer is not null;
    create index lane_trace_command on lane_trace (command) where command is not null`.execute(db);
