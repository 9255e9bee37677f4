import type { Db, Tx } from '../../../db/pool.ts';

/** A site's name and zone, and whether its agent reported that it goes away. @throws Error for a site that is not known */
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
