import type { Db } from '../../../db/pool.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { hintedTablets, tabletSeen, type Desk } from './signatures.store.ts';

/** A cashier waits behind it; a tablet that has not heard the hint polls within seconds. */
const hintWithinMs = 1_000;

/**
 * Hints every tablet of the site, as far as they take hints.
 * @returns whether a tablet that shows the request was there a moment ago
 */
export async function notifyTablet({ db, sites }: { db: Db; sites: SiteCommands }, signature: string, desk: Desk): Promise<boolean> {
  const tablets = await hintedTablets(db, desk.site);
  await Promise.all(tablets.map((tablet) => sites.send(desk.site, tablet, 'tablet.hint', { signature }, { waitMs: hintWithinMs })));
  return tabletSeen(db, desk);
}
