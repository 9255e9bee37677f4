import type { UsageDetail } from '@washdesk/contracts/members/customer-sitewatch';
import { siteDate } from '@washdesk/rules/dates/dates';
import { usageAverages, usageBadge, usageTrend } from '@washdesk/rules/lane/usage';
import type { Db } from '../../../db/pool.ts';
import type { Principal } from '../../../common/caller.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import type { Clock } from '../../../ports/clock.ts';
import { monthsOf, noSitesZone, timeZoneOf, washesOf, type WashRow } from './usage.store.ts';

const mostWashes = 500;

const detailRow = ({ at, site, siteName, terminal, code, saleId, total, status }: WashRow): UsageDetail => ({
  CREATED: at.toISOString(),
  SITE: site,
  SITENAME: siteName,
  TERMINAL: terminal,
  CODE: code,
  SALEID: saleId,
  TOTAL: total,
  STATUSCODE: status,
});

/** How often a customer comes, from the cloud's own tables: no site is asked (docs/rules/members.md#usage). */
export class CustomerUsage {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(options: { db: Db; clock: Clock }) {
    this.#db = options.db;
    this.#clock = options.clock;
  }

  /** @throws Failure 404 `customer_not_found` */
  async of(customer: string, { site }: Principal) {
    await knownCustomer(this.#db, customer);
    const [months, washes, zone] = await Promise.all([
      monthsOf(this.#db, customer),
      washesOf(this.#db, customer, mostWashes),
      site === null ? null : timeZoneOf(this.#db, site),
    ]);
    const today = siteDate(this.#clock.now(), zone ?? noSitesZone);
    const averages = usageAverages(months, today);
    return {
      summary: months,
      averages,
      trend: usageTrend(months, today),
      badge: usageBadge(averages.average12),
      detail: washes.rows.map(detailRow),
      count: washes.count,
      next_page: null,
    };
  }
}
