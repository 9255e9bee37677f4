import { sql } from 'kysely';
import type { z } from 'zod';
import { runningConfiguration } from '@washdesk/site-protocol/site-configuration/delivery';
import type { Db, Tx } from '../../../db/pool.ts';

export interface ConfigurableSite {
  site: number;
  name: string;
  online: boolean;
  /** As the agent reports it; null if it never did. */
  running: RunningAtSite | null;
}
interface RunningAtSite {
  version: number | null;
  state: 'file' | 'trial' | 'applied' | 'unknown';
  /** The newest version that the agent has tried or refused. */
  newest: number | null;
  /** False for a version that the cloud does not have: its database was restored from an older backup. */
  stored: boolean;
}

/** Lists all sites, or one, with what their agents run. */
export async function configurableSites(db: Db | Tx, site: number | null = null): Promise<ConfigurableSite[]> {
  const rows = await db
    .selectFrom('site')
    .leftJoin('site_agent', 'site_agent.site', 'site.number')
    .leftJoin('site_configuration as run', (join) =>
      join.onRef('run.site', '=', 'site.number').on('run.version', '=', sql<number>`(site_agent.configuration->>'version')::int`),
    )
    .select(['site.number', 'site.name', 'site_agent.online', 'site_agent.configuration', 'run.version as stored'])
    .$if(site !== null, (query) => query.where('site.number', '=', site))
    .orderBy('site.number')
    .execute();
  return rows.map(({ number, name, online, configuration, stored }) => ({
    site: number,
    name,
    online: online ?? false,
    running: configuration === null ? null : runningAt(runningConfiguration.parse(configuration), stored !== null),
  }));
}

const runningAt = ({ version, state, newest }: z.output<typeof runningConfiguration>, stored: boolean): RunningAtSite => ({
  version,
  state,
  newest: newest ?? version,
  stored: version === null || stored,
});
