import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

export interface ListedAgent {
  site: number;
  name: string;
  online: boolean;
  version: string | null;
  lastSeen: Date | null;
  certificate: { host: string; issued: Date; expires: Date } | null;
  revoked: { at: Date; by: string; reason: string } | null;
  codeExpires: Date | null;
}

interface Row extends Omit<ListedAgent, 'certificate' | 'revoked'> {
  host: string | null;
  issued: Date | null;
  expires: Date | null;
  revokedAt: Date | null;
  revokedBy: string | null;
  reason: string | null;
}

/** Returns the agents of all sites, or of one, with their newest certificate. @param at when codes and certificates expire */
export async function listAgents(db: Db, at: Date, site: number | null = null): Promise<ListedAgent[]> {
  const { rows } = await sql<Row>`
    select s.number as site, s.name, coalesce(a.online, false) as online, a.version, a.changed as "lastSeen",
      c.host, c.issued, c.expires, c.revoked as "revokedAt", coalesce(p.name, c.revoked_by) as "revokedBy", c.revoked_reason as reason,
      (select max(e.expires) from agent_enrollment e where e.site = s.number and e.used is null and e.expires > ${at}) as "codeExpires"
    from site s
    left join site_agent a on a.site = s.number
    left join lateral (
      select * from site_certificate where site = s.number order by revoked desc nulls first, issued desc limit 1) c on true
    left join staff p on p.employee_number::text = c.revoked_by
    where ${site}::integer is null or s.number = ${site}
    order by s.number`.execute(db);
  return rows.map(({ host, issued, expires, revokedAt, revokedBy, reason, ...row }) => ({
    ...row,
    certificate: host !== null && issued && expires && !revokedAt ? { host, issued, expires } : null,
    revoked: revokedAt ? { at: revokedAt, by: revokedBy ?? '', reason: reason ?? '' } : null,
  }));
}

/** Screens show the site as offline: its agent's messages are dropped. */
export async function markOffline(db: Db, site: number, at: Date): Promise<void> {
  await db.updateTable('site_agent').set({ online: false, changed: at }).where('site', '=', site).where('online', '=', true).execute();
}
