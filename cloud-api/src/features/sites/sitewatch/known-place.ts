import { invalidSiteNumber, siteNumber, type SiteMapping } from '@washdesk/rules/company/sites';
import type { Db } from '../../../db/pool.ts';
import { Failure, badField } from '../../../common/failure.ts';
import { placeOf, type Place } from './place.store.ts';

const noSite = (): Failure => badField('site', 'invalid_site', invalidSiteNumber);

/** @throws Failure 400 `invalid_site` for a number that is no site of ours */
export async function knownPlace(db: Db, site: number): Promise<Place> {
  const place = await placeOf(db, site);
  if (!place) throw noSite();
  return place;
}

/** The site that a number of Sitewatch's means (rules/sites). @throws Failure 400 `invalid_site` */
export async function placeNamed(db: Db, raw: string, mapping: SiteMapping): Promise<Place> {
  const mapped = siteNumber(raw, mapping);
  if ('error' in mapped) throw noSite();
  return knownPlace(db, mapped.site);
}
