import type { Db } from '../../../db/pool.ts';

/** Returns these sites of the company, by name. */
export function onlineSites(db: Db, numbers: readonly number[]): Promise<{ number: number; name: string; state: string }[]> {
  if (numbers.length === 0) return Promise.resolve([]);
  return db.selectFrom('site').select(['number', 'name', 'state']).where('number', 'in', numbers).orderBy('name').execute();
}
