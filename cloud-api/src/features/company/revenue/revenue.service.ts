import type { DayRevenue, Revenue, RevenueAmounts } from '@washdesk/contracts/company/revenue';
import { addDays } from '@washdesk/rules/dates/dates';
import { badRequest } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { companySites, reductionsByEmployee, revenueByDay, type RevenuePeriod } from './revenue.store.ts';

const mostDays = 366;

/** The money of a period by day, site and employee (docs/rules/company.md#revenue). */
export class RevenueService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** @throws Failure 400 for a reversed period, or one of more than 366 days */
  async period(period: RevenuePeriod): Promise<Revenue> {
    if (period.to < period.from) throw badRequest('query.to', 'must not be before the first day');
    if (period.to >= addDays(period.from, mostDays)) throw badRequest('query.to', `must be within ${mostDays} days of the first day`);
    const [days, known, employees] = await Promise.all([
      revenueByDay(this.#db, period),
      companySites(this.#db),
      reductionsByEmployee(this.#db, period),
    ]);
    const others = days.map(({ site }) => site).filter((site) => site === null || !known.includes(site));
    const sites = [...new Set([...known, ...others])].map((site) => ({ site, ...sumOf(days.filter((row) => row.site === site)) }));
    return { days, sites, total: sumOf(days), employees };
  }
}

function sumOf(rows: readonly DayRevenue[]): RevenueAmounts {
  const sum = { memberships: 0, sales: 0, refunds: 0 };
  for (const { memberships, sales, refunds } of rows) {
    sum.memberships += memberships;
    sum.sales += sales;
    sum.refunds += refunds;
  }
  return sum;
}
