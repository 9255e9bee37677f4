import type { Db } from '../../../db/pool.ts';

/** A site of ours. */
export interface Place {
  number: number;
  name: string;
  timeZone: string;
}

export function allPlaces(db: Db): Promise<Place[]> {
  return db.selectFrom('site').select(['number', 'name', 'time_zone as timeZone']).orderBy('number').execute();
}
