import type { Db } from '../../../db/pool.ts';

/** A site's record of a customer. */
export interface SitewatchIdentity {
  site: number;
  /** Null until the site has returned the customer's number. */
  objid: number | null;
  /** Plate and tag as last sent to the site. */
  codes: string[];
}

export async function linksOf(db: Db, customer: string): Promise<SitewatchIdentity[]> {
  const rows = await db
    .selectFrom('sitewatch_link')
    .select(['site', 'objid', 'plate', 'tag'])
    .where('customer', '=', customer)
    .orderBy('site')
    .execute();
  return rows.map(({ site, objid, plate, tag }) => ({ site, objid, codes: [plate, tag].filter((code) => code !== null) }));
}

/** Returns the roster rows that belong to this customer. */
export function rosterRowsOf(db: Db, customer: string) {
  return db
    .selectFrom('roster_entry')
    .select(['code', 'status', 'schedule', 'plan_name', 'period_end', 'good_until', 'price_increase'])
    .where('customer', '=', customer)
    .where('removed', '=', false)
    .orderBy('code')
    .execute();
}
