import type { Sale, SaleDetail } from '@washdesk/contracts/sites/sale';
import type { SiteMapping } from '@washdesk/rules/company/sites';
import { requireRight, type Principal, siteOf } from '../../../common/caller.ts';
import { notFound } from '../../../common/failure.ts';
import type { NamedSite } from '../../../db/named-sites.ts';
import type { Db } from '../../../db/pool.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { askSitewatch } from './ask-site.ts';
import { knownPlace, placeNamed } from './known-place.ts';
import { saleDetailRow, saleRow, type CodeHolders } from './sale-rows.ts';

const mostSales = 100;

export interface SalesOptions {
  db: Db;
  sites: SiteCommands;
  mapping: () => Promise<SiteMapping>;
}

/** Sales from a site's Sitewatch (docs/rules/sites.md#sales). */
export class SitewatchSalesService {
  readonly #options: SalesOptions;

  constructor(options: SalesOptions) {
    this.#options = options;
  }

  /** Returns sales, newest first. @throws Failure 400 `invalid_site`, 403 `forbidden`, 409 `no_location`, 503 `site_unreachable` */
  async ofCode(principal: Principal, code: string, site: string | undefined): Promise<Sale[]> {
    const place = await this.#placeFor(principal, site);
    const { sales } = await askSitewatch(this.#options.sites, place, 'sitewatch.sales', { code, most: mostSales });
    const holders = await this.#holdersOf(sales);
    return sales.map((sale) => saleRow(sale, place, holders));
  }

  /** @throws Failure 400 `invalid_site`, 403 `forbidden`, 404 `sale_not_found`, 503 `site_unreachable` */
  async detail(principal: Principal, site: string, saleId: number): Promise<SaleDetail> {
    const place = await this.#placeFor(principal, site);
    const { sale } = await askSitewatch(this.#options.sites, place, 'sitewatch.sale', { saleId });
    if (!sale) throw notFound('sale_not_found', 'No Records Found');
    return saleDetailRow(sale, place, await this.#holdersOf([sale]));
  }

  async #holdersOf(sales: readonly { code: string | null }[]): Promise<CodeHolders> {
    const codes = [...new Set(sales.flatMap(({ code }) => code ?? []))];
    if (codes.length === 0) return new Map();
    const held = this.#options.db.selectFrom('roster_entry').select(['code', 'customer']).where('code', 'in', codes);
    return new Map((await held.where('removed', '=', false).execute()).map(({ code, customer }) => [code, customer]));
  }

  async #placeFor(principal: Principal, site: string | undefined): Promise<NamedSite> {
    const { db, mapping } = this.#options;
    if (site === undefined) return knownPlace(db, siteOf(principal));
    const place = await placeNamed(db, site, await mapping());
    if (place.number !== principal.site) requireRight(principal, 'SalesManager');
    return place;
  }
}
