import type { CustomerDiscount, PlateOrTag } from '@washdesk/contracts/members/customer-sitewatch';
import { atLeast, Role } from '@washdesk/rules/company/roles';
import { siteNumber, type SiteMapping } from '@washdesk/rules/company/sites';
import { instantOfWallClock } from '@washdesk/rules/dates/wall-clock';
import type { SitewatchDiscount } from '@washdesk/site-protocol/sitewatch';
import type { Principal } from '../../../common/caller.ts';
import type { NamedSite } from '../../../db/named-sites.ts';
import type { Db } from '../../../db/pool.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import type { AllSitesQuery, SiteAnswer } from './all-sites-query.ts';
import type { CopyKind } from './copies.store.ts';
import { linksOf } from './known-at-sites.store.ts';

export interface AtSitesOptions {
  db: Db;
  everySite: AllSitesQuery;
  mapping: () => Promise<SiteMapping>;
}

const missingOf = (answers: readonly SiteAnswer<CopyKind>[]) => answers.flatMap(({ missing }) => missing ?? []);

function discountRow(discount: SitewatchDiscount, { number, timeZone }: NamedSite, mapping: SiteMapping): CustomerDiscount {
  const named = siteNumber(discount.site ?? number, mapping);
  return {
    SOURCE_SYSTEM: discount.sourceSystem,
    DISCOUNT_TYPE: discount.discountType,
    SITE: 'site' in named ? named.site : number,
    TRANSACTION_DATE: discount.at && instantOfWallClock(discount.at, timeZone).toISOString(),
    AMOUNT_SAVED: discount.amountSaved,
    EXTENDED_DESCRIPTION: discount.description,
  };
}

/** Sorts by date, newest first; entries without a date come last. */
const byDate = (a: CustomerDiscount, b: CustomerDiscount): number => (b.TRANSACTION_DATE ?? '').localeCompare(a.TRANSACTION_DATE ?? '');

/** A customer's data from the Sitewatch of every site (docs/rules/members.md#plates-and-tags). */
export class CustomerAtSites {
  readonly #options: AtSitesOptions;

  constructor(options: AtSitesOptions) {
    this.#options = options;
  }

  /** @throws Failure 404 `customer_not_found` */
  async discounts(customer: string) {
    const { db, everySite, mapping } = this.#options;
    await knownCustomer(db, customer);
    const [answers, sites] = await Promise.all([everySite.discounts(customer), mapping()]);
    const discounts = answers.flatMap(({ place, rows }) => rows.map((row) => discountRow(row, place, sites))).toSorted(byDate);
    return { discounts, missing: missingOf(answers), count: discounts.length, next_page: null };
  }

  /** @throws Failure 404 `customer_not_found` */
  async platesAndTags({ roles, site }: Principal, customer: string) {
    const { db, everySite } = this.#options;
    await knownCustomer(db, customer);
    const [answers, links] = await Promise.all([everySite.codes(customer), linksOf(db, customer)]);
    const [isManager, isAdmin] = [atLeast(roles, Role.SalesManager), atLeast(roles, Role.Admin)];
    const tags = answers.flatMap(({ place, rows }) =>
      rows.map((row): PlateOrTag => ({
        CODE: row.code,
        OBJID: isManager ? row.objid : null,
        CUSTOMER: isAdmin ? row.customer : null,
        site: place.number,
      })),
    );
    const known = links.filter(({ objid }) => objid !== null);
    const here = known.find((link) => link.site === site) ?? known[0];
    return { sitewatchid: isAdmin ? (here?.objid ?? null) : null, tags, missing: missingOf(answers), count: tags.length, next_page: null };
  }
}
