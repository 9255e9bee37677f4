import type { Db } from './pool.ts';

/** Returns the site's time zone; null for an unknown number. */
export async function timeZoneOf(db: Db, site: number): Promise<string | null> {
  const row = await db.selectFrom('site').select('time_zone').where('number', '=', site).executeTakeFirst();
  return row?.time_zone ?? null;
}
