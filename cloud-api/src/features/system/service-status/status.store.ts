import { sql } from 'kysely';
import type { SiteStatus } from '@washdesk/rules/company/status-line';
import type { Db } from '../../../db/pool.ts';

export type NumberedStatus = SiteStatus & { site: number };

/** Returns the known state of every site, as its agent reported it. */
export async function siteStatuses(db: Db): Promise<NumberedStatus[]> {
  const { rows } = await sql<NumberedStatus>`
    select s.number as site, s.name, a.online,
      bool_and(d.health <> 'offline') filter (where d.kind = 'sitewatch') as sitewatch,
      json_build_object('all', count(*) filter (where d.kind = 'gate'),
        'working', count(*) filter (where d.kind = 'gate' and d.health <> 'offline')) as gates,
      json_build_object('all', count(*) filter (where d.kind = 'printer'),
        'working', count(*) filter (where d.kind = 'printer' and d.health <> 'offline')) as printers,
      (select coalesce(json_agg(r.lane order by r.lane), '[]') from (
        select min(lane) as lane from site_device
        where site = s.number and kind = 'reader'
        group by coalesce(lane::text, id) having bool_and(health = 'offline')
      ) r) as "unreadLanes"
    from site s
      left join site_agent a on a.site = s.number
      left join site_device d on d.site = s.number
    group by s.number, s.name, a.online
    order by s.name`.execute(db);
  return rows;
}
