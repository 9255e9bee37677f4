import { sql } from 'kysely';
import type { RolloutSite, RolloutStage, RolloutState, SiteUpdateState } from '@washdesk/rules/company/rollouts';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { staffNameAt } from '../../../db/staff-name.ts';

interface ReleaseRolloutTable {
  id: string;
  version: string;
  stage: RolloutStage;
  state: RolloutState;
  canary: number[];
  most: number;
  continue_after_hours: number | null;
  reason: string;
  started: Date;
  started_by: string;
  /** When the stage began, or was resumed. */
  stage_since: Date;
  paused_because: string | null;
  /** Null if it paused by itself. */
  paused_by: string | null;
  ended: Date | null;
}

interface SiteUpdateTable {
  rollout: string;
  site: number;
  state: SiteUpdateState;
  reason: string | null;
  offered: Date;
  /** The last sign of life. */
  changed: Date;
}

declare module '../../../db/schema.ts' {
  interface Database {
    release_rollout: ReleaseRolloutTable;
    site_update: SiteUpdateTable;
  }
}

export const personalData = {
  release_rollout: {
    plain: [
      'id',
      'version',
      'stage',
      'state',
      'canary',
      'most',
      'continue_after_hours',
      'reason',
      'started',
      'started_by',
      'stage_since',
      'paused_because',
      'paused_by',
      'ended',
    ],
  },
  site_update: { plain: ['rollout', 'site', 'state', 'reason', 'offered', 'changed'] },
} satisfies PersonalTables;

export interface StoredRollout {
  id: string;
  version: string;
  stage: RolloutStage;
  state: RolloutState;
  canary: number[];
  most: number;
  continueAfterHours: number | null;
  reason: string;
  started: Date;
  startedBy: string;
  stageSince: Date;
  pausedBecause: string | null;
  pausedBy: string | null;
  ended: Date | null;
}

const columns = [
  'id',
  'version',
  'stage',
  'state',
  'canary',
  'most',
  'continue_after_hours as continueAfterHours',
  'reason',
  'started',
  'started_by as startedBy',
  'stage_since as stageSince',
  'paused_because as pausedBecause',
  'paused_by as pausedBy',
  'ended',
] as const;

const openStates: RolloutState[] = ['running', 'paused'];

/** @returns false if another rollout is open */
export async function insertRollout(tx: Tx, rollout: StoredRollout): Promise<boolean> {
  const { continueAfterHours, startedBy, stageSince, pausedBecause, pausedBy, ...same } = rollout;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('release_rollout')
    .values({
      ...same,
      continue_after_hours: continueAfterHours,
      started_by: startedBy,
      stage_since: stageSince,
      paused_because: pausedBecause,
      paused_by: pausedBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export function openRollout(db: Db): Promise<StoredRollout | undefined> {
  return db.selectFrom('release_rollout').select(columns).where('state', 'in', openStates).executeTakeFirst();
}

/** Every decision about a rollout is made under this lock, so that those of several processes follow each other. */
export function lockOpenRollout(tx: Tx): Promise<StoredRollout | undefined> {
  return tx.selectFrom('release_rollout').select(columns).where('state', 'in', openStates).forUpdate().executeTakeFirst();
}

export function lockRollout(tx: Tx, id: string): Promise<StoredRollout | undefined> {
  return tx.selectFrom('release_rollout').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks the newest rollout that has offered this version to the site. */
export function lockRolloutOfSite(tx: Tx, site: number, version: string): Promise<StoredRollout | undefined> {
  const offered = tx.selectFrom('site_update').select('rollout').where('site', '=', site);
  return tx
    .selectFrom('release_rollout')
    .select(columns)
    .where('version', '=', version)
    .where('id', 'in', offered)
    .orderBy('started', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns a rollout with the names of the people. @param id null for the open one, otherwise the last one */
export async function shownRollout(
  db: Db,
  id: string | null,
): Promise<(StoredRollout & { startedByName: string | null; pausedByName: string | null }) | null> {
  const row = await db
    .selectFrom('release_rollout as rollout')
    .select(columns)
    .select([
      staffNameAt(sql.ref('rollout.started_by'), sql.ref('rollout.started')).as('startedByName'),
      staffNameAt(sql.ref('rollout.paused_by'), sql.ref('rollout.stage_since')).as('pausedByName'),
    ])
    .$if(id !== null, (query) => query.where('rollout.id', '=', id))
    .orderBy(sql`rollout.ended desc nulls first`)
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function saveRollout(
  tx: Tx,
  { id, stage, state, stageSince, pausedBecause, pausedBy, ended }: Omit<StoredRollout, 'version'>,
): Promise<void> {
  await tx
    .updateTable('release_rollout')
    .set({ stage, state, stage_since: stageSince, paused_because: pausedBecause, paused_by: pausedBy, ended })
    .where('id', '=', id)
    .execute();
}

export interface StoredSite extends RolloutSite {
  name: string;
  online: boolean;
  reason: string | null;
  changed: Date | null;
}

/** Returns the sites with an agent that is not revoked, with what became of a rollout there. @param rollout null for none */
export async function rolloutSites(db: Db, rollout: string | null): Promise<StoredSite[]> {
  const { rows } = await sql<StoredSite>`
    select a.site, s.name, a.online, a.version, u.state as update, u.reason, u.changed
    from site_agent a
    join site s on s.number = a.site
    left join site_update u on u.site = a.site and u.rollout = ${rollout}::uuid
    where not exists (select 1 from site_certificate c where c.site = a.site)
      or exists (select 1 from site_certificate c where c.site = a.site and c.revoked is null)
    order by a.site`.execute(db);
  return rows;
}

export async function updateOfSite(tx: Tx, rollout: string, site: number): Promise<{ state: SiteUpdateState } | undefined> {
  return tx.selectFrom('site_update').select('state').where('rollout', '=', rollout).where('site', '=', site).executeTakeFirst();
}

export async function saveSiteUpdate(
  tx: Tx,
  { rollout, site, state, reason = null, at }: { rollout: string; site: number; state: SiteUpdateState; reason?: string | null; at: Date },
): Promise<void> {
  const row = { state, reason, changed: at };
  await tx
    .insertInto('site_update')
    .values({ rollout, site, offered: at, ...row })
    .onConflict((conflict) => conflict.columns(['rollout', 'site']).doUpdateSet({ ...row, ...(state === 'offered' && { offered: at }) }))
    .execute();
}

/** Whether a site has rolled this version back, in any rollout: its agent does not accept it again. */
export async function hasRolledBack(tx: Tx, site: number, version: string): Promise<boolean> {
  const row = await tx
    .selectFrom('site_update')
    .innerJoin('release_rollout', 'release_rollout.id', 'site_update.rollout')
    .select('site_update.site')
    .where('site_update.site', '=', site)
    .where('site_update.state', '=', 'rolled_back')
    .where('release_rollout.version', '=', version)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes a sign of life of a site whose update is under way. @returns false if the version is not offered to the site now */
export async function noteRequest(db: Db, site: number, version: string, at: Date): Promise<boolean> {
  const running = db.selectFrom('release_rollout').select('id').where('state', '=', 'running').where('version', '=', version);
  const { numUpdatedRows } = await db
    .updateTable('site_update')
    .set({ changed: at })
    .where('site', '=', site)
    .where('state', 'in', ['offered', 'downloaded'])
    .where('rollout', 'in', running)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A pause must not count as silence. */
export async function renewOffers(tx: Tx, rollout: string, at: Date): Promise<void> {
  await tx
    .updateTable('site_update')
    .set({ changed: at })
    .where('rollout', '=', rollout)
    .where('state', 'in', ['offered', 'downloaded'])
    .execute();
}

export async function deleteSiteUpdate(tx: Tx, rollout: string, site: number): Promise<void> {
  await tx.deleteFrom('site_update').where('rollout', '=', rollout).where('site', '=', site).execute();
}
