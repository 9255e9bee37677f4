import type { Company } from '../company/company.ts';
import type { Directory } from './directory.ts';
import { newTable, type Table } from './tables.ts';
import { wallClock } from './wall-clock.ts';

/** Returns the gift cards that this site sold. They have no owner, so they reference one customer without a name. */
export function giftCardRows({ giftCards, now }: Company, { site, ids, sites, planTypes }: Directory): { tables: Table[] } {
  const customers = newTable('CUSTOMER', ['OBJID', 'SITE', 'LASTNAME']);
  const codes = newTable('CUSTOMERCODE', ['OBJID', 'CUSTOMER', 'CODE', 'CODETYPE', 'CREATED']);
  const cards = newTable('CUSTOMERPLAN', ['OBJID', 'CUSTOMER', 'CUSTOMERCODE', 'PLANTYPE', 'CREDIT', 'USED', 'CREATED']);
  const created = wallClock(now, site.timeZone);
  const planType = planTypes.get('GIFT CARD')?.objectId ?? null;
  const buyers = ids.next();
  customers.rows.push([buyers, sites.get(site.number) ?? null, 'GIFT CARDS']);
  for (const { code, site: soldAt, cards: underCode } of Object.values(giftCards)) {
    if (soldAt !== site.number) continue;
    const codeId = ids.next();
    codes.rows.push([codeId, buyers, code, 'G', created]);
    for (const { credit, used } of underCode) cards.rows.push([ids.next(), buyers, codeId, planType, credit / 100, -used / 100, created]);
  }
  return { tables: [customers, codes, cards] };
}
