import type { ReceivedAgentState, ReceivedDeviceState } from '@washdesk/site-protocol/envelope';
import type { Db, Tx } from '../../../db/pool.ts';
import type { SiteProblem } from '../../../db/tables/sites.ts';

export function siteRow(db: Db, site: number) {
  return db.selectFrom('site').selectAll().where('number', '=', site).executeTakeFirst();
}

export function allSites(db: Db) {
  return db.selectFrom('site').selectAll().orderBy('number').execute();
}

/** @returns whether the agent was offline, or has started anew, until now; and what was not wrong until now */
export async function storeAgentState(
  db: Db,
  site: number,
  state: ReceivedAgentState,
  at: Date,
): Promise<{ cameOnline: boolean; newProblems: SiteProblem[] }> {
  return db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('site_agent')
      .select(['online', 'boot', 'problems'])
      .where('site', '=', site)
      .forUpdate()
      .executeTakeFirst();
    const row = {
      online: state.online,
      boot: state.boot,
      version: state.version,
      roster_seq: state.roster,
      changed: at,
      problems: JSON.stringify(state.problems),
    };
    await tx
      .insertInto('site_agent')
      .values({ site, ...row })
      .onConflict((conflict) => conflict.column('site').doUpdateSet(row))
      .execute();
    await forgetOtherDevices(
      tx,
      site,
      state.devices.map((device) => device.id),
      state.online,
    );
    const known = new Set(before?.problems.map(({ code }) => code));
    return {
      cameOnline: state.online && (!before?.online || before.boot !== state.boot),
      newProblems: state.problems.filter(({ code }) => !known.has(code)),
    };
  });
}

/** A device that the agent no longer names was taken out of its configuration. */
async function forgetOtherDevices(tx: Tx, site: number, devices: readonly string[], online: boolean): Promise<void> {
  if (!online) return;
  const others = tx.deleteFrom('site_device').where('site', '=', site);
  await (devices.length ? others.where('id', 'not in', devices) : others).execute();
}

export async function storeDeviceState(db: Db, site: number, state: ReceivedDeviceState): Promise<void> {
  const { kind, name, lane, health, reason, terminals = [] } = state;
  const row = { kind, name, lane, health, reason, since: new Date(state.since), terminals };
  await db
    .insertInto('site_device')
    .values({ site, id: state.id, ...row })
    .onConflict((conflict) => conflict.columns(['site', 'id']).doUpdateSet(row))
    .execute();
}

export interface SiteDevice {
  id: string;
  kind: string;
  name: string;
  lane: number | null;
  health: 'online' | 'offline' | 'degraded' | 'unknown';
  reason: string | null;
  since: Date;
}

/** The known state of a site's devices; unknown while its agent is away. */
export async function devicesOf(db: Db, site: number): Promise<SiteDevice[]> {
  const agent = await db.selectFrom('site_agent').select('online').where('site', '=', site).executeTakeFirst();
  const rows = await db.selectFrom('site_device').selectAll().where('site', '=', site).orderBy('lane').orderBy('id').execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    lane: row.lane,
    health: agent?.online ? (row.health as SiteDevice['health']) : 'unknown',
    reason: agent?.online ? row.reason : 'The agent of this site is offline',
    since: row.since,
  }));
}
