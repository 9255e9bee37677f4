import type { CustomerSummary } from '@washdesk/contracts/members/customer-summary';
import { cardExpiry } from '@washdesk/rules/billing/card-expiry';
import { isCountedDispute } from '@washdesk/rules/billing/disputes';
import { addMonths, monthStart, siteDate, type CalendarDate } from '@washdesk/rules/dates/dates';
import type { Principal } from '../../../common/caller.ts';
import type { ProviderCustomer } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import { timeZoneOf } from '../../../db/site-zone.ts';
import { defaultCardOf, knownCustomer } from '../../../mirror/reads/live-customer.ts';
import { mirroredLive } from '../../../mirror/reads/mirrored.ts';
import { operationTitle } from '../../../operations/operation-titles.ts';
import type { Clock } from '../../../ports/clock.ts';
import { siteSeen } from './sites-seen.ts';
import { disputesOfCustomer, lastWashOf, moneyOf, countSharedContacts, operationsUnderWay, pendingUpdates } from './summary.store.ts';
import { monthsOf, noSitesZone, type MonthRow } from './usage.store.ts';

/** Months over which the cost per wash is computed, including the current one. */
const monthsOfCost = 12;

/** @param since the first day of a month */
const washesSince = (months: readonly MonthRow[], since: CalendarDate): number =>
  months
    .filter(({ year, month }) => `${year}-${String(month).padStart(2, '0')}-01` >= since)
    .reduce((total, { returns }) => total + returns, 0);

/** The header of the customer screen (docs/rules/members.md#summary). */
export class CustomerSummaries {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(options: { db: Db; clock: Clock }) {
    this.#db = options.db;
    this.#clock = options.clock;
  }

  /** @throws Failure 404 `customer_not_found` */
  async of(id: string, by: Principal): Promise<CustomerSummary> {
    const { site } = by;
    const { customer } = await knownCustomer(this.#db, id);
    const now = this.#clock.now();
    const zone = (site === null ? null : await timeZoneOf(this.#db, site)) ?? noSitesZone;
    const today = siteDate(now, zone);
    const since = addMonths(monthStart(today), 1 - monthsOfCost);
    const [months, last, money, disputes, others, card, waiting, underWay] = await Promise.all([
      monthsOf(this.#db, id),
      lastWashOf(this.#db, id, siteSeen(by)),
      moneyOf(this.#db, id, since),
      disputesOfCustomer(this.#db, id),
      countSharedContacts(this.#db, id),
      this.#defaultCard(customer, today),
      pendingUpdates(this.#db, id),
      operationsUnderWay(this.#db, id),
    ]);
    const washesOfCost = washesSince(months, since);
    return {
      last_wash: last && { ...last, at: last.at.toISOString() },
      washes_this_month: washesSince(months, monthStart(today)),
      cost_a_wash: washesOfCost === 0 ? null : Math.round(money.paidForPlans / washesOfCost),
      paid_to_date: money.paidToDate,
      open_invoices: { count: money.openCount, total: money.openTotal },
      next_retry: money.nextRetry,
      disputes_counted: disputes.filter((dispute) => isCountedDispute(dispute, today)).length,
      card,
      others,
      balance: customer.balance ?? 0,
      under_way: underWay.map(({ kind, nextTry, ...own }) => ({
        ...own,
        action: operationTitle(kind),
        next_try: nextTry && nextTry.toISOString(),
      })),
      waiting,
    };
  }

  async #defaultCard(customer: ProviderCustomer, today: string): Promise<CustomerSummary['card']> {
    const id = defaultCardOf(customer);
    const card = id === null ? null : (await mirroredLive(this.#db, 'payment_method', id))?.card;
    if (!card || card.exp_month === undefined || card.exp_year === undefined) return null;
    const { brand, last4, exp_month, exp_year } = card;
    return { brand, last4, exp_month, exp_year, expiry: cardExpiry({ month: exp_month, year: exp_year }, today) };
  }
}
