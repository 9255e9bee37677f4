import { runningConfiguration } from '@washdesk/site-protocol/site-configuration/delivery';
import type { Db, Tx } from '../../../db/pool.ts';

export interface ConfigurableSite {
  site: number;
  name: string;
  online: boolean;
  /** As the agent reports it; null if it never did. */
  running: { version: number | null; state: 'file' | 'trial' | 'applied' | 'unknown' } | null;
}

/** Lists all sites, or one, with what their agents run. */
export async function configurableSites(db: Db | Tx, site: number | null = null): Promise<ConfigurableSite[]> {
  const rows = await db
    .selectFrom('site')
    .leftJoin('site_agent', 'site_agent.site', 'site.number')
    .select(['site.number', 'site.name', 'site_agent.online', 'site_agent.configuration'])
    .$if(site !== null, (query) => query.where('site.number', '=', site))
    .orderBy('site.number')
    .execute();
  return rows.map(({ number, name, online, configuration }) => ({
    site: number,
    name,
    online: online ?? false,
    running: configuration === null ? null : runningConfiguration.parse(configuration),
  }));
}
