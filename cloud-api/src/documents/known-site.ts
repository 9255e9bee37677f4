import { invalidSiteNumber, siteNumber, type SiteMapping } from '@washdesk/rules/company/sites';
import { badField } from '../common/failure.ts';
import type { Db } from '../db/pool.ts';

/** Returns our site for a number from Sitewatch or a browser (rules/sites). @throws Failure 400 `invalid_site` */
export async function knownSite(db: Db, raw: string | number, mapping: SiteMapping): Promise<number> {
  const meant = siteNumber(raw, mapping);
  const site = 'site' in meant && (await db.selectFrom('site').select('number').where('number', '=', meant.site).executeTakeFirst());
  if (!site) throw badField('site', 'invalid_site', invalidSiteNumber);
  return site.number;
}
