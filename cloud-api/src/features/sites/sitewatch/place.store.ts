import type { Db } from '../../../db/pool.ts';

/** A site of ours, by its mapped number. */
export interface Place {
  number: number;
  name: string;
  timeZone: string;
}

/** Null for a number that is no site of ours. */
export async function placeOf(db: Db, site: number): Promise<Place | null> {
  const row = await db.selectFrom('site').select(['number', 'name', 'time_zone as timeZone']).where('number', '=', site).executeTakeFirst();
  return row ?? null;
}
