import { sql, type Kysely } from 'kysely';

/** Rollouts of the agent's releases, of which one is open at a time, and what became of each site's update. */
export const up = (db: Kysely<unknown>) =>
  sql`
    create table release_rollout (
      id uuid primary key,
      version text not null,
      stage text not null,
      state text not null,
      canary integer[] not null,
      most integer not null,
      continue_after_hours integer,
      reason text not null,
      started timestamptz not null,
      started_by text not null,
      stage_since timestamptz not null,
      paused_because text,
      paused_by text,
      ended timestamptz
    );
    create unique index release_rollout_open on release_rollout ((true)) where state in ('running', 'paused');
    create index on release_rollout (started);
    create table site_update (
      rollout uuid not null references release_rollout,
      site integer not null references site,
      state text not null,
      reason text,
      offered timestamptz not null,
      changed timestamptz not null,
      primary key (rollout, site)
    );
    create index on site_update (site)`.execute(db);
