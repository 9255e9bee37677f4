import type { Db } from './pool.ts';

/** A site by its mapped number, as people name it. */
export interface NamedSite {
  number: number;
  name: string;
  timeZone: string;
}

const columns = ['number', 'name', 'time_zone as timeZone'] as const;

export const namedSites = (db: Db): Promise<NamedSite[]> => db.selectFrom('site').select(columns).orderBy('number').execute();

/** Null for a number that no site has. */
export async function namedSite(db: Db, number: number): Promise<NamedSite | null> {
  return (await db.selectFrom('site').select(columns).where('number', '=', number).executeTakeFirst()) ?? null;
}
