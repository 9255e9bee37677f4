import { locationKeys } from '@washdesk/rules/company/metadata-keys';
import { siteNumber, type SiteMapping } from '@washdesk/rules/company/sites';
import type { Db } from '../../db/pool.ts';
import { allLocations } from './catalogue.store.ts';

/** Returns the tax rates of sales at this site; empty for a site without one. */
export async function taxRatesAt(db: Db, site: number, mapping: SiteMapping): Promise<string[]> {
  const here = (await allLocations(db)).find(({ metadata }) => {
    const found = siteNumber(metadata[locationKeys.site] ?? '', mapping);
    return 'site' in found && found.site === site;
  });
  const rate = here?.metadata[locationKeys.taxRate];
  return rate ? [rate] : [];
}
