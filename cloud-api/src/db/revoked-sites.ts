import { sql } from 'kysely';
import type { Db, Tx } from './pool.ts';

/** Returns the sites whose every certificate was revoked: none was enrolled since. @param site the only one to look at */
export async function revokedSites(db: Db | Tx, site?: number): Promise<number[]> {
  const rows = await db
    .selectFrom('site_certificate')
    .select('site')
    .$if(site !== undefined, (query) => query.where('site', '=', site!))
    .groupBy('site')
    .having(sql<boolean>`count(revoked) = count(*)`)
    .execute();
  return rows.map((row) => row.site);
}
