import type { Db } from './pool.ts';

/** The site's time zone; null for a number that is no site of the company. */
export async function timeZoneOf(db: Db, site: number): Promise<string | null> {
  const row = await db.selectFrom('site').select('time_zone').where('number', '=', site).executeTakeFirst();
  return row?.time_zone ?? null;
}
