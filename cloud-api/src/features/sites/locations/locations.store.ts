import type { Db } from '../../../db/pool.ts';

/** Returns Stripe's Terminal locations from the mirror. */
export async function mirroredLocations(db: Db) {
  const rows = await db.selectFrom('mirror_location').select('object').where('deleted_at', 'is', null).execute();
  return rows.map((row) => row.object);
}

/** Returns the IANA time zone of every site by its number. */
export async function timeZones(db: Db): Promise<Map<number, string>> {
  const rows = await db.selectFrom('site').select(['number', 'time_zone']).execute();
  return new Map(rows.map((row) => [row.number, row.time_zone]));
}
