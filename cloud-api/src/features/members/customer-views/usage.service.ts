import type { UsageDetail } from '@washdesk/contracts/members/customer-sitewatch';
import { siteDate } from '@washdesk/rules/dates/dates';
import { usageAverages, usageBadge, usageTrend } from '@washdesk/rules/lane/usage';
import type { Principal } from '../../../common/caller.ts';
import { cursorOf, pageOf } from '../../../common/page-cursor.ts';
import type { Db } from '../../../db/pool.ts';
import { timeZoneOf } from '../../../db/site-zone.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import type { Clock } from '../../../ports/clock.ts';
import { siteSeen } from './sites-seen.ts';
import { countWashesOf, monthsOf, noSitesZone, washesOf, type WashRow } from './usage.store.ts';

/** Washes per page. */
const pageSize = 500;
const ownPageSize = 50;

const detailRow = ({ created, site, siteName, terminal, code, saleId, total, status }: WashRow): UsageDetail => ({
  CREATED: created.toISOString(),
  SITE: site,
  SITENAME: siteName,
  TERMINAL: terminal,
  CODE: code,
  SALEID: saleId,
  TOTAL: total,
  STATUSCODE: status,
});

/** A customer's washes from the cloud's own tables; no site is queried (docs/rules/members.md#usage). */
export class CustomerUsage {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(options: { db: Db; clock: Clock }) {
    this.#db = options.db;
    this.#clock = options.clock;
  }

  /** Returns the washes at every site, newest first. @throws Failure 400 for an invalid cursor */
  async washesOf(customer: string, page: string | undefined) {
    const [rows, count] = await Promise.all([
      washesOf(this.#db, customer, null, cursorOf(page), ownPageSize),
      countWashesOf(this.#db, customer, null),
    ]);
    const { shown, nextPage } = pageOf(rows, ownPageSize);
    return { rows: shown, count, next_page: nextPage };
  }

  /** @throws Failure 404 `customer_not_found`, 400 for an invalid cursor */
  async of(customer: string, page: string | undefined, by: Principal) {
    const { site } = by;
    const seen = siteSeen(by);
    const after = cursorOf(page);
    await knownCustomer(this.#db, customer);
    const [months, rows, count, zone] = await Promise.all([
      monthsOf(this.#db, customer),
      washesOf(this.#db, customer, seen, after, pageSize),
      countWashesOf(this.#db, customer, seen),
      site === null ? null : timeZoneOf(this.#db, site),
    ]);
    const { shown, nextPage } = pageOf(rows, pageSize);
    const today = siteDate(this.#clock.now(), zone ?? noSitesZone);
    const averages = usageAverages(months, today);
    return {
      summary: months,
      averages,
      trend: usageTrend(months, today),
      badge: usageBadge(averages.average12),
      detail: shown.map(detailRow),
      count,
      next_page: nextPage,
    };
  }
}
