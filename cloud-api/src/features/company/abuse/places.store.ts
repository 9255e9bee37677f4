import { sql } from 'kysely';
import type { Place } from '@washdesk/rules/abuse/two-sites';
import type { Db } from '../../../db/pool.ts';

export type PlaceOf = (zip: string) => Promise<Place | null>;

/** Returns where each site is: the center of its location's ZIP code. */
export async function placesOfSites(db: Db, placeOf: PlaceOf): Promise<Map<number, Place>> {
  const { rows } = await sql<{ site: number; zip: string | null }>`
    select s.number as site, left(l.object->'address'->>'postal_code', 5) as zip
    from site s join mirror_location l on l.id = s.location_id and l.deleted_at is null`.execute(db);
  const places = await Promise.all(rows.map(async ({ site, zip }) => [site, zip === null ? null : await placeOf(zip)] as const));
  return new Map(places.flatMap(([site, place]) => (place === null ? [] : [[site, place] as const])));
}
