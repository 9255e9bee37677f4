import { invalidSiteNumber, siteNumber, type SiteMapping } from '@washdesk/rules/company/sites';
import { Failure, badField } from '../../../common/failure.ts';
import { namedSite, type NamedSite } from '../../../db/named-sites.ts';
import type { Db } from '../../../db/pool.ts';

const noSite = (): Failure => badField('site', 'invalid_site', invalidSiteNumber);

/** @throws Failure 400 `invalid_site` for a number that is not one of our sites */
export async function knownPlace(db: Db, site: number): Promise<NamedSite> {
  const place = await namedSite(db, site);
  if (!place) throw noSite();
  return place;
}

/** Returns the site of a Sitewatch number (rules/sites). @throws Failure 400 `invalid_site` */
export async function placeNamed(db: Db, raw: string, mapping: SiteMapping): Promise<NamedSite> {
  const mapped = siteNumber(raw, mapping);
  if ('error' in mapped) throw noSite();
  return knownPlace(db, mapped.site);
}
