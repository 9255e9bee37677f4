import type { Db, Tx } from '../../../db/pool.ts';

export interface CompanySite {
  number: number;
  name: string;
  state: string;
  timeZone: string;
  locationId: string | null;
}

const columns = ['number', 'name', 'state', 'time_zone as timeZone', 'location_id as locationId'] as const;

const rowOf = ({ number, name, state, timeZone, locationId }: CompanySite) => ({
  number,
  name,
  state,
  time_zone: timeZone,
  location_id: locationId,
});

export const companySites = (db: Db): Promise<CompanySite[]> => db.selectFrom('site').select(columns).orderBy('number').execute();

/** Returns the site and locks it. */
export const lockedSite = (tx: Tx, number: number): Promise<CompanySite | undefined> =>
  tx.selectFrom('site').select(columns).where('number', '=', number).forUpdate().executeTakeFirst();

/** Returns the other site that has this location. */
export const siteOfLocation = (tx: Tx, location: string, number: number): Promise<CompanySite | undefined> =>
  tx.selectFrom('site').select(columns).where('location_id', '=', location).where('number', '!=', number).executeTakeFirst();

/** @returns false if the number exists */
export async function insertSite(tx: Tx, site: CompanySite): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('site')
    .values(rowOf(site))
    .onConflict((conflict) => conflict.column('number').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updateSite(tx: Tx, site: CompanySite): Promise<void> {
  await tx.updateTable('site').set(rowOf(site)).where('number', '=', site.number).execute();
}
