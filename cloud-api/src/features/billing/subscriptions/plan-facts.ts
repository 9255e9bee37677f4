import type { TaxRate } from '@washdesk/rules/billing/tax';
import { customerKeys, subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { siteNumber } from '@washdesk/rules/company/sites';
import { offeredPlan, type OfferedPlan, type PlanSettings } from '@washdesk/rules/plans/offered-plan';
import { isMember } from '@washdesk/rules/plans/statuses';
import { Failure, notFound } from '../../../common/failure.ts';
import type { ProviderCustomer, ProviderInvoice, ProviderSchedule, ProviderSubscription } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import { knownSite } from '../../../documents/known-site.ts';
import { refusePriceOutOfRange } from '../../../documents/price-ranges.ts';
import { allPrices, priceById, pricesById, type PriceAndProduct } from '../../../mirror/reads/catalogue.store.ts';
import { defaultCardOf, knownCustomer } from '../../../mirror/reads/live-customer.ts';
import { mirrored } from '../../../mirror/reads/mirrored.ts';
import { priceIdOf } from '../../../mirror/reads/price-id.ts';
import { readFreshSubscription, type ReadFresh } from '../../../mirror/reads/read-fresh.ts';
import { siteTaxes, taxRatesAt } from '../../../mirror/reads/tax-rates.ts';
import type { Clock } from '../../../ports/clock.ts';
import { invoicesById, schedulesOf, subscriptionsOf } from './plan-facts.store.ts';

/** A customer's plans with everything about them in the mirror. */
export interface CustomerPlans {
  customer: ProviderCustomer;
  deleted: boolean;
  /** Newest first. */
  subscriptions: ProviderSubscription[];
  schedules: ProviderSchedule[];
  /** The latest invoice of each subscription in the mirror, by its id. */
  invoices: ReadonlyMap<string, ProviderInvoice>;
  /** The plans of these subscriptions, by price id. */
  plans: ReadonlyMap<string, OfferedPlan>;
  prices: ReadonlyMap<string, PriceAndProduct>;
  /** The default card's id. */
  defaultCard: string | null;
  /** The plate code; empty if there is none. */
  plate: string;
}

export interface SubscriptionPlans {
  subscription: ProviderSubscription;
  plans: CustomerPlans;
}

interface Options {
  db: Db;
  clock: Clock;
  readFresh: ReadFresh;
  settings: () => Promise<PlanSettings>;
}

/** Facts needed first by every plan change, read from the mirror. A plan whose period has ended is read from the provider first. */
export class PlanFacts {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #readFresh: ReadFresh;
  readonly #settings: () => Promise<PlanSettings>;

  constructor({ db, clock, readFresh, settings }: Options) {
    this.#db = db;
    this.#clock = clock;
    this.#readFresh = readFresh;
    this.#settings = settings;
  }

  /** @throws Failure 404 `price_not_found` */
  async plan(price: string): Promise<OfferedPlan> {
    return this.#asPlan(await this.priced(price));
  }

  /** Returns a price with its product, as the provider has them. @throws Failure 404 `price_not_found` */
  async priced(price: string): Promise<PriceAndProduct> {
    const found = await priceById(this.#db, price);
    if (!found) throw notFound('price_not_found', 'Price not found');
    return found;
  }

  /** Returns the plans of all prices, sold today or not. */
  async allPlans(): Promise<OfferedPlan[]> {
    return this.#asPlans(await allPrices(this.#db));
  }

  /** @throws Failure 404 `customer_not_found` */
  async customer(id: string): Promise<CustomerPlans> {
    const { customer, deleted } = await knownCustomer(this.#db, id);
    const subscriptions = await subscriptionsOf(this.#db, id);
    const latest = subscriptions.flatMap(({ latest_invoice }) => latest_invoice ?? []);
    const prices = [...new Set(subscriptions.flatMap((subscription) => priceIdOf(subscription) ?? []))];
    const [schedules, invoices, priced] = await Promise.all([
      schedulesOf(this.#db, id),
      invoicesById(this.#db, latest),
      pricesById(this.#db, prices),
    ]);
    const plans = await this.#asPlans(priced);
    return {
      customer,
      deleted,
      subscriptions,
      schedules,
      invoices: new Map(invoices.map((invoice) => [invoice.id, invoice])),
      plans: new Map(plans.map((plan) => [plan.price, plan])),
      prices: new Map(priced.map((one) => [one.price.id, one])),
      defaultCard: defaultCardOf(customer),
      plate: customer.metadata?.[customerKeys.plate] ?? '',
    };
  }

  /** Returns a subscription with everything about its customer. @throws Failure 404 `subscription_not_found` */
  async subscription(id: string): Promise<SubscriptionPlans> {
    const found = await this.findSubscription(id);
    if (!found) throw notFound('subscription_not_found', 'Failed to lookup subscription');
    return found;
  }

  async findSubscription(id: string): Promise<SubscriptionPlans | null> {
    const known = await mirrored(this.#db, 'subscription', id);
    const isBehind = known !== null && this.#isBehind(known);
    if (isBehind) await readFreshSubscription(this.#readFresh, id);
    const subscription = isBehind ? await mirrored(this.#db, 'subscription', id) : known;
    return subscription && { subscription, plans: await this.customer(subscription.customer) };
  }

  /** Whether the mirror has not seen the renewal yet, as on a 1st: previews and changes would be refused until its event arrives. */
  #isBehind({ status, items, cancel_at_period_end: ends }: ProviderSubscription): boolean {
    const end = items.data[0]?.current_period_end ?? null;
    return isMember(status) && !ends && end !== null && end * 1_000 <= this.#clock.now().getTime();
  }

  /** Returns the site that sold it, otherwise the site of its price. */
  async siteOf(subscription: ProviderSubscription, plan: OfferedPlan | undefined): Promise<number | null> {
    const { mapping } = await this.#settings();
    const named = siteNumber(subscription.metadata[subscriptionKeys.site] ?? '', mapping);
    return 'site' in named ? named.site : (plan?.site ?? null);
  }

  /** Returns the site for a number from Sitewatch or a browser. @throws Failure 400 `invalid_site` */
  async site(raw: string | number): Promise<number> {
    return knownSite(this.#db, raw, (await this.#settings()).mapping);
  }

  /** Returns the tax rates of sales at this site; empty for an exempt customer or a site without one. */
  async taxRates(site: number, customer: Pick<ProviderCustomer, 'tax_exempt'> | null): Promise<string[]> {
    if (customer?.tax_exempt === 'exempt') return [];
    return taxRatesAt(this.#db, site, (await this.#settings()).mapping);
  }

  /** Returns the tax of new plans at this site. */
  async siteTax(site: number): Promise<readonly TaxRate[]> {
    return (await siteTaxes(this.#db, (await this.#settings()).mapping)).get(site) ?? [];
  }

  /**
   * Refuses a price chosen for this customer if it is out of range.
   * @throws Failure 409 `price_out_of_range`
   */
  refuseOutOfRange(plan: OfferedPlan, customer: ProviderCustomer): Promise<void> {
    return refusePriceOutOfRange(this.#db, plan, customer);
  }

  async #asPlan({ price, product }: PriceAndProduct): Promise<OfferedPlan> {
    return offeredPlan(price, product, await this.#settings());
  }

  async #asPlans(all: readonly PriceAndProduct[]): Promise<OfferedPlan[]> {
    const settings = await this.#settings();
    return all.map(({ price, product }) => offeredPlan(price, product, settings));
  }
}

/** @throws Failure 409 `customer_deleted` */
export function refuseDeleted({ deleted }: Pick<CustomerPlans, 'deleted'>): void {
  if (deleted) throw new Failure(409, 'customer_deleted', 'Customer has been deleted and cannot be signed up for a subscription');
}
