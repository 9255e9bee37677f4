import { sql } from 'kysely';
import { countUpToCap, type CappedCount } from '../../../db/capped-count.ts';
import type { Db } from '../../../db/pool.ts';

interface OpenSessionRow {
  id: string;
  kind: string;
  principal: string;
  employee: number | null;
  name: string;
  roles: number;
  device: string | null;
  site: number | null;
  terminal: string | null;
  created: Date;
  lastUsed: Date;
  expires: Date;
}

/** @param search a part of the name, or a whole number or client id; null for all */
const openSessions = (now: Date, search: string | null) => sql`
  select s.id, s.kind, s.principal, s.employee_number as employee, s.name, s.roles, d.name as device, s.site, s.terminal, s.created,
    s.last_used as "lastUsed", s.expires
  from session s left join device d on d.id = s.device
  where s.ended is null and s.expires > ${now}
    and (${search}::text is null or strpos(lower(s.name), ${search}) > 0 or lower(s.principal) = ${search})`;

interface Page {
  now: Date;
  search: string | null;
  /** The position after a row: the time of last use, and the id. */
  after: { created: Date; id: string } | null;
  size: number;
}

/** Most recently used first; one row more than the page if there are more. */
export async function listOpenSessions(db: Db, { now, search, after, size }: Page): Promise<OpenSessionRow[]> {
  const behind = after ? sql`where (date_trunc('milliseconds', "lastUsed"), id) < (${after.created}, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<OpenSessionRow>`
    select * from (${openSessions(now, search)}) open_session ${behind}
    order by date_trunc('milliseconds', "lastUsed") desc, id desc limit ${size + 1}`.execute(db);
  return rows;
}

export const countOpenSessions = (db: Db, { now, search }: Pick<Page, 'now' | 'search'>): Promise<CappedCount> =>
  countUpToCap(db, openSessions(now, search));
