import { sql } from 'kysely';
import type { SiteLine } from '@washdesk/contracts/sites/fleet';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db } from '../../../db/pool.ts';
import type { LineMinute } from './minute-count.ts';
import { leasesPerMinute, type NamedSite } from './site-record.ts';

/** The connection of a site in one minute (docs/decisions/0119-line-minutes.md). */
interface SiteMinuteTable {
  site: number;
  minute: Date;
  leases: number;
  round_trip_ms: number | null;
  slowest_ms: number | null;
  waiting: number | null;
}

declare module '../../../db/schema.ts' {
  interface Database {
    site_minute: SiteMinuteTable;
  }
}

export const personalData = {
  site_minute: { plain: ['site', 'minute', 'leases', 'round_trip_ms', 'slowest_ms', 'waiting'] },
} satisfies PersonalTables;

/** Lists all sites, each with the beginning of its agent's absence. */
export async function fleetSites(db: Db): Promise<NamedSite[]> {
  return db
    .selectFrom('site')
    .leftJoin('site_fault', (join) =>
      join.onRef('site_fault.site', '=', 'site.number').on('source', '=', 'agent:agent-offline').on('cause', 'is not', null),
    )
    .leftJoin('site_agent', 'site_agent.site', 'site.number')
    .select(['number as site', 'name', 'time_zone as timeZone', 'version as lastVersion', 'site_fault.changed as offlineSince'])
    .orderBy('number')
    .execute();
}

/**
 * Stores a minute of every site in one statement. Every process of the cloud does so; the one that received most leases of a site has the
 * right count.
 */
export async function storeMinutes(db: Db, minute: Date, sites: readonly (LineMinute & { site: number })[]): Promise<void> {
  if (sites.length === 0) return;
  await db
    .insertInto('site_minute')
    .values(
      sites.map(({ site, leases, roundTripMs, slowestMs, waiting }) => ({
        site,
        minute,
        leases,
        round_trip_ms: roundTripMs,
        slowest_ms: slowestMs,
        waiting,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['site', 'minute'])
        .doUpdateSet({
          leases: sql`excluded.leases`,
          round_trip_ms: sql`excluded.round_trip_ms`,
          slowest_ms: sql`excluded.slowest_ms`,
          waiting: sql`excluded.waiting`,
        })
        .where(sql<boolean>`excluded.leases > site_minute.leases`),
    )
    .execute();
}

/** Reads the minutes of a site since a time, `minutes` of them as one point. */
export async function lineOf(db: Db, site: number, since: Date, minutes: number): Promise<SiteLine> {
  const at = sql<number>`(floor(extract(epoch from minute) / ${sql.lit(minutes * 60)}) * ${sql.lit(minutes * 60)})::int`;
  const rows = await db
    .selectFrom('site_minute')
    .select([
      at.as('at'),
      sql<number>`least(100, round(avg(leases) * 100 / ${sql.lit(leasesPerMinute)}))::int`.as('leasesPercent'),
      sql<number | null>`round(avg(round_trip_ms))::int`.as('roundTripMs'),
      sql<number | null>`max(slowest_ms)::int`.as('slowestMs'),
      sql<number | null>`max(waiting)::int`.as('waiting'),
    ])
    .where('site', '=', site)
    .where('minute', '>=', since)
    .groupBy(at)
    .orderBy(at)
    .execute();
  return {
    minutes,
    at: rows.map((row) => row.at),
    leasesPercent: rows.map((row) => row.leasesPercent),
    roundTripMs: rows.map((row) => row.roundTripMs),
    slowestMs: rows.map((row) => row.slowestMs),
    waiting: rows.map((row) => row.waiting),
  };
}
