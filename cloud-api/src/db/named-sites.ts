import type { Db } from './pool.ts';

/** A site by its mapped number, with its display name. */
export interface NamedSite {
  number: number;
  name: string;
  timeZone: string;
}

const columns = ['number', 'name', 'time_zone as timeZone'] as const;

export const namedSites = (db: Db): Promise<NamedSite[]> => db.selectFrom('site').select(columns).orderBy('number').execute();

/** Returns null for an unknown number. */
export async function namedSite(db: Db, number: number): Promise<NamedSite | null> {
  return (await db.selectFrom('site').select(columns).where('number', '=', number).executeTakeFirst()) ?? null;
}
