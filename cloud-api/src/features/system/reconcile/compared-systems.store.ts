import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { CopyName } from '@washdesk/rules/reconcile/difference-kinds';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db } from '../../../db/pool.ts';

interface ComparedSystemTable {
  system: string;
  /** 0 for a system without a site. */
  site: number;
  compared: Date | null;
  waiting_since: Date | null;
  /** A sentence; null while the system responds. */
  waiting_for: string | null;
  tried: Date | null;
}

declare module '../../../db/schema.ts' {
  interface Database {
    compared_system: ComparedSystemTable;
  }
}

export const personalData = {
  compared_system: { plain: ['system', 'site', 'compared', 'waiting_since', 'waiting_for', 'tried'] },
} satisfies PersonalTables;

/** Stores that all of a system was read. */
export async function storeCompared(db: Db, system: CopyName, site: number | null): Promise<void> {
  await sql`
    insert into compared_system (system, site, compared) values (${system}, ${site ?? 0}, now())
    on conflict (system, site) do update set compared = now(), waiting_since = null, waiting_for = null`.execute(db);
}

/** Stores that a system does not respond. @returns for how many minutes */
export async function storeWaiting(db: Db, system: CopyName, site: number | null, reason: string): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    insert into compared_system as s (system, site, waiting_since, waiting_for, tried) values (${system}, ${site ?? 0}, now(), ${reason}, now())
    on conflict (system, site) do update
      set waiting_since = coalesce(s.waiting_since, now()), waiting_for = excluded.waiting_for, tried = now()
    returning (extract(epoch from now() - waiting_since) / 60)::float8 as minutes`.execute(db);
  return rows[0]!.minutes;
}

/** Stores that a system responds again. */
export async function storeResponse(db: Db, system: CopyName, site: number | null): Promise<void> {
  await db
    .updateTable('compared_system')
    .set({ waiting_since: null, waiting_for: null })
    .where('system', '=', system)
    .where('site', '=', site ?? 0)
    .where('waiting_for', 'is not', null)
    .execute();
}

/** Returns for how many minutes a system without a site has not responded; null if it does. */
export async function minutesWaiting(db: Db, system: CopyName): Promise<number | null> {
  const { rows } = await sql<{ minutes: number | null }>`
    select (extract(epoch from now() - waiting_since) / 60)::float8 as minutes from compared_system
    where system = ${system} and site = 0`.execute(db);
  return rows[0]?.minutes ?? null;
}

export interface ComparedSystem {
  system: CopyName;
  site: number | null;
  siteName: string | null;
  compared: Date | null;
  waitingSince: Date | null;
  waitingFor: string | null;
}

/** Returns every system, also one that was never compared: of one site only its Sitewatch. */
export async function comparedSystems(db: Db, site: number | null): Promise<ComparedSystem[]> {
  const { rows } = await sql<ComparedSystem>`
    select all_systems.system, nullif(all_systems.site, 0) as site, all_systems.name as "siteName", c.compared,
      c.waiting_since as "waitingSince", c.waiting_for as "waitingFor"
    from (
      select 1 as place, 'stripe' as system, 0 as site, null as name union all select 2, 'roster', 0, null
      union all select 3, 'sitewatch', number, name from site union all select 4, 'loyalty', 0, null
    ) all_systems left join compared_system c on c.system = all_systems.system and c.site = all_systems.site
    where ${site}::integer is null or all_systems.site in (0, ${site})
    order by all_systems.place, all_systems.name, all_systems.site`.execute(db);
  return rows;
}

/** Requests the comparison of a site that could not be compared and whose agent is connected again. */
export async function requestReturned(db: Db, minutes: number): Promise<void> {
  await sql`
    insert into comparison (id, site)
    select ${uuidv7()}, w.site from compared_system w join site_agent a on a.site = w.site and a.online
    where w.system = 'sitewatch' and w.waiting_for is not null and w.tried < now() - make_interval(mins => ${minutes})
    order by w.tried limit 1
    on conflict (coalesce(site, 0)) where finished is null do nothing`.execute(db);
}
