import type { Db, Tx } from '../../../db/pool.ts';

/** Returns a site's name and zone, and whether its agent reported going offline. @throws Error for an unknown site */
export async function placeOf(db: Db, site: number): Promise<{ name: string; timeZone: string; away: boolean }> {
  const row = await db
    .selectFrom('site')
    .leftJoin('site_agent', 'site_agent.site', 'site.number')
    .select(['site.name', 'site.time_zone', 'site_agent.online'])
    .where('site.number', '=', site)
    .executeTakeFirstOrThrow();
  return { name: row.name, timeZone: row.time_zone, away: row.online === false };
}

export async function isSite(db: Db, site: number): Promise<boolean> {
  return (await db.selectFrom('site').select('number').where('number', '=', site).executeTakeFirst()) !== undefined;
}

export async function sitesExcept(tx: Tx, site: number | null): Promise<number[]> {
  const rows = await tx.selectFrom('site').select('number').where('number', '<>', site).orderBy('number').execute();
  return rows.map(({ number }) => number);
}
