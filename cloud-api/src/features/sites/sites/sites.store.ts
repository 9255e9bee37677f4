import { sql } from 'kysely';
import type { DeviceHealth, ReceivedAgentState, ReceivedDeviceState } from '@washdesk/site-protocol/envelope';
import type { Db, Tx } from '../../../db/pool.ts';
import { revokedSites } from '../../../db/revoked-sites.ts';
import type { SiteProblem } from '../../../db/tables/sites.ts';
import { forgetFaults, storeProblems, type ProblemChange } from './faults.store.ts';

export function siteRow(db: Db, site: number) {
  return db.selectFrom('site').selectAll().where('number', '=', site).executeTakeFirst();
}

export function allSites(db: Db) {
  return db.selectFrom('site').selectAll().orderBy('number').execute();
}

export interface SiteWithAgent {
  number: number;
  name: string;
  timeZone: string;
  online: boolean;
  /** Null if no agent was ever connected. */
  agent: { version: string | null; changed: Date; problems: SiteProblem[] } | null;
}

/** Lists every site with the last state of its agent. */
export async function sitesWithAgents(db: Db): Promise<SiteWithAgent[]> {
  const rows = await db
    .selectFrom('site')
    .leftJoin('site_agent', 'site_agent.site', 'site.number')
    .select(['number', 'name', 'time_zone as timeZone', 'online', 'version', 'changed', 'problems'])
    .orderBy('number')
    .execute();
  return rows.map(({ online, version, changed, problems, ...site }) => ({
    ...site,
    online: online ?? false,
    agent: changed && { version, changed, problems: problems ?? [] },
  }));
}

/** Counts sites whose agent is not connected, or never was. */
export async function countSitesOffline(db: Db, site: number | null): Promise<number> {
  const { count } = await db
    .selectFrom('site')
    .leftJoin('site_agent', 'site_agent.site', 'site.number')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((where) => where.or([where('site_agent.online', 'is', null), where('site_agent.online', '=', false)]))
    .$if(site !== null, (query) => query.where('site.number', '=', site))
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether the site's agent is revoked. A revocation that is under way is waited for, and a later one waits for this transaction. */
export async function isRevoked(tx: Tx, site: number): Promise<boolean> {
  await tx.selectFrom('site').select('number').where('number', '=', site).forShare().execute();
  return (await revokedSites(tx, site)).length > 0;
}

export interface AgentChange {
  /** Whether the agent was offline before or has restarted. */
  cameOnline: boolean;
  /** Whether the agent came online or went offline. */
  switched: boolean;
  problems: ProblemChange[];
}

export async function storeAgentState(tx: Tx, site: number, state: ReceivedAgentState, at: Date): Promise<AgentChange> {
  const before = await tx.selectFrom('site_agent').select(['online', 'boot']).where('site', '=', site).forUpdate().executeTakeFirst();
  const row = {
    online: state.online,
    boot: state.boot,
    version: state.version,
    roster_seq: state.roster,
    changed: at,
    problems: JSON.stringify(state.problems),
    configuration: state.configuration ? JSON.stringify(state.configuration) : null,
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
  return {
    cameOnline: state.online && (!before?.online || before.boot !== state.boot),
    switched: state.online !== (before?.online ?? false),
    problems: await storeProblems(tx, site, state, at),
  };
}

/** Deletes devices missing from the agent's list: they were removed from its configuration. */
async function forgetOtherDevices(tx: Tx, site: number, devices: readonly string[], online: boolean): Promise<void> {
  if (!online) return;
  const others = tx.deleteFrom('site_device').where('site', '=', site);
  await (devices.length ? others.where('id', 'not in', devices) : others).execute();
  await forgetFaults(tx, site, devices);
}

/** @returns whether anything was new; of all processes that receive a state, only one stores it */
export async function storeDeviceState(tx: Tx, site: number, state: ReceivedDeviceState): Promise<boolean> {
  const { kind, name, lane, health, reason, terminals = [] } = state;
  const row = { kind, name, lane, health, reason, since: new Date(state.since), terminals };
  const stored = await tx
    .insertInto('site_device')
    .values({ site, id: state.id, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['site', 'id'])
        .doUpdateSet(row)
        .where(
          sql<boolean>`(site_device.kind, site_device.name, site_device.lane, site_device.health, site_device.reason, site_device.since, site_device.terminals)
            is distinct from (excluded.kind, excluded.name, excluded.lane, excluded.health, excluded.reason, excluded.since, excluded.terminals)`,
        ),
    )
    .returning('id')
    .executeTakeFirst();
  return stored !== undefined;
}

export interface SiteDevice {
  site: number;
  id: string;
  kind: string;
  name: string;
  lane: number | null;
  health: DeviceHealth | 'unknown';
  reason: string | null;
  since: Date;
}

/** Returns the known state of the devices of one site or all sites; unknown while the agent is offline. */
export async function devicesOf(db: Db, site: number | null): Promise<SiteDevice[]> {
  const rows = await db
    .selectFrom('site_device')
    .leftJoin('site_agent', 'site_agent.site', 'site_device.site')
    .select(['site_device.site', 'id', 'kind', 'name', 'lane', 'health', 'reason', 'since', 'site_agent.online'])
    .$if(site !== null, (query) => query.where('site_device.site', '=', site))
    .orderBy('site_device.site')
    .orderBy('lane')
    .orderBy('id')
    .execute();
  return rows.map(({ online, health, reason, ...row }) => ({
    ...row,
    health: online ? (health as SiteDevice['health']) : 'unknown',
    reason: online ? reason : 'The agent of this site is offline',
  }));
}
