import { sql } from 'kysely';
import { siteCauses, type AttentionFacts, type SiteCause } from '@washdesk/rules/company/site-causes';
import type { AlertCause } from '../../../common/alert.ts';
import type { Db } from '../../../db/pool.ts';
import type { SiteProblem } from '../../../db/tables/sites.ts';
import type { Present } from './alert-round.ts';

/** A fault shorter than this opens no alert; an agent that restarts or moves to another network takes longer. */
const faultSeconds = 20;
const offlineSeconds = 60;
const silentMs = 150_000;

interface FaultRow {
  site: number;
  name: string;
  source: string;
  changed: Date;
  problems: SiteProblem[];
  device: { id: string; kind: string; name: string; health: string; reason: string | null } | null;
}

/** Returns what is wrong at sites, as stored by the server that received it. While an agent is offline, nothing else is known of its site. */
export async function presentAtSites(db: Db, now: Date): Promise<Present> {
  const offline = await db.selectFrom('site_agent').select('site').where('online', '=', false).execute();
  return {
    causes: [...(await storedFaults(db, now)), ...(await silentSites(db, now))],
    unknownSites: new Set(offline.map(({ site }) => site)),
  };
}

async function storedFaults(db: Db, now: Date): Promise<AlertCause[]> {
  const { rows } = await sql<FaultRow>`
    select f.site, s.name, f.source, f.changed, coalesce(a.problems, '[]') as problems,
      case when d.id is not null then json_build_object('id', d.id, 'kind', d.kind, 'name', d.name, 'health', d.health, 'reason', d.reason) end as device
    from site_fault f
      join site s on s.number = f.site
      left join site_agent a on a.site = f.site
      left join site_device d on d.site = f.site and d.id = f.source
    where f.cause is not null
      and (f.source = 'agent:agent-offline' or a.online)
      and f.changed <= ${now}::timestamptz - make_interval(secs => case when f.source = 'agent:agent-offline' then ${offlineSeconds}::integer else ${faultSeconds}::integer end)
    order by f.site, f.source`.execute(db);
  return rows.flatMap((row) => {
    const [found] = causeOf(row, now);
    return found ? [alertCause(row, found)] : [];
  });
}

/** Agents that are connected, and of which no lease came in the last minutes. Only whole minutes are stored. */
async function silentSites(db: Db, now: Date): Promise<AlertCause[]> {
  const rows = await db
    .selectFrom('site_minute as m')
    .innerJoin('site_agent as a', 'a.site', 'm.site')
    .innerJoin('site as s', 's.number', 'm.site')
    .select(['m.site', 's.name'])
    .where('a.online', '=', true)
    .where('m.minute', '>=', new Date(now.getTime() - silentMs))
    .groupBy(['m.site', 's.name'])
    .having(({ fn }) => fn.max('m.leases'), '=', 0)
    .execute();
  return rows.flatMap(({ site, name }) =>
    siteCauses({ state: 'silent', since: null, now, ...nothingWrong }).map((found) =>
      alertCause({ site, name, source: 'agent:silent' }, found),
    ),
  );
}

/** What is known of a site where only one thing is wrong. */
const nothingWrong = { problems: [], devices: [], roundTripMs: null, leasesPercent: null, oldestWaiting: null } as const;

/** The same rule as on the page of the site, for this fault alone. */
function causeOf({ source, changed, problems, device }: FaultRow, now: Date): SiteCause[] {
  const facts: AttentionFacts = { state: 'online', since: changed.toISOString(), now, ...nothingWrong };
  if (source === 'agent:agent-offline') return siteCauses({ ...facts, state: 'offline' });
  if (source.startsWith('agent:')) return siteCauses({ ...facts, problems: problems.filter(({ code }) => `agent:${code}` === source) });
  return device ? siteCauses({ ...facts, devices: [{ ...device, since: changed.toISOString() }] }) : [];
}

const alertCause = (
  { site, name, source }: Pick<FaultRow, 'site' | 'name' | 'source'>,
  { level, sentence, step }: SiteCause,
): AlertCause => ({
  cause: `site:${site}:${source}`,
  site,
  level: level === 'stop' ? 'stop' : 'wait',
  sentence: `${name} (${site}): ${sentence}`,
  step,
});
