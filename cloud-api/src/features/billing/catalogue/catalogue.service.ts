import { createHash } from 'node:crypto';
import type { LocationPrice, PriceProblem, SitePrice, Product } from '@washdesk/contracts/billing/catalogue';
import type { Plan } from '@washdesk/contracts/billing/plans/subscription';
import { locationKeys, productKeys } from '@washdesk/rules/company/metadata-keys';
import { allProductClasses } from '@washdesk/rules/company/product-classes';
import { siteNumber } from '@washdesk/rules/company/sites';
import { hasPlanMetadata, offeredPlan, type OfferedPlan, type PlanSettings } from '@washdesk/rules/plans/offered-plan';
import { inOfferOrder, isOffered } from '@washdesk/rules/plans/plan-choice';
import { notFound } from '../../../common/failure.ts';
import type { ProviderProduct } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import { allLocations, allPrices, allProducts, catalogueVersion, priceById } from '../../../mirror/reads/catalogue.store.ts';
import { viewPlan } from '../../../mirror/reads/plan-view.ts';
import { siteTaxes } from '../../../mirror/reads/tax-rates.ts';
import type { Cache } from '../../../ports/cache.ts';

export const viewProduct = ({ id, name, active = true, metadata }: ProviderProduct): Product => ({ id, name, active, metadata });

const plansKeptSeconds = 3_600;

const sortOrder = ({ metadata }: ProviderProduct): number => Number(metadata[productKeys.sortOrder] || Number.POSITIVE_INFINITY);

const bySite = (a: LocationPrice, b: LocationPrice): number => a.sitenumber - b.sitenumber;

/** Products and each site's prices, from the mirror. */
export class CatalogueService {
  readonly #db: Db;
  readonly #cache: Cache;
  readonly #settings: () => Promise<PlanSettings>;

  constructor({ db, planSettings, cache }: { db: Db; planSettings: () => Promise<PlanSettings>; cache: Cache }) {
    this.#db = db;
    this.#cache = cache;
    this.#settings = planSettings;
  }

  async products(): Promise<Product[]> {
    const all = await allProducts(this.#db);
    return all.toSorted((a, b) => sortOrder(a) - sortOrder(b) || a.name.localeCompare(b.name)).map(viewProduct);
  }

  async prices(productClass = allProductClasses): Promise<SitePrice[]> {
    const all = await this.plans();
    const wanted = all.filter(
      (plan) => plan.problem === null && (productClass === allProductClasses || plan.productClass === productClass),
    );
    const ordered = inOfferOrder(wanted);
    const views = await this.#view(ordered);
    return views.map((view, place) => ({ ...view, site: ordered[place]?.site ?? null }));
  }

  /** @throws Failure 404 `price_not_found` */
  async price(id: string): Promise<Plan> {
    const found = await priceById(this.#db, id);
    if (!found) throw notFound('price_not_found', 'Price not found');
    const [plan] = await this.#view([offeredPlan(found.price, found.product, await this.#settings())]);
    return plan!;
  }

  /** @throws Failure 404 `location_not_found` */
  async plansAt(locationId: string): Promise<Plan[]> {
    const location = (await allLocations(this.#db)).find(({ id }) => id === locationId);
    if (!location) throw notFound('location_not_found', 'Location not found');
    const { mapping } = await this.#settings();
    const named = siteNumber(location.metadata[locationKeys.site] ?? '', mapping);
    if ('error' in named) return [];
    const offered = (await this.plans()).filter((plan) => isOffered(plan, named.site));
    return this.#view(inOfferOrder(offered));
  }

  async pricesBySite(): Promise<LocationPrice[]> {
    const offered = (await this.plans()).flatMap((plan) => (plan.site === null ? [] : [{ ...plan, site: plan.site }]));
    const current = inOfferOrder(offered.filter((plan) => isOffered(plan, plan.site)));
    return current
      .map((plan) => ({
        sitenumber: plan.site,
        productClass: plan.productClass,
        planName: plan.name,
        planId: plan.price,
        planPrice: plan.amount,
        availableonline: plan.availableOnline ? (1 as const) : (0 as const),
      }))
      .toSorted(bySite);
  }

  /** Returns prices with the metadata of a plan that are none: they are not sold, and a person has to correct them in Stripe. */
  async priceProblems(): Promise<PriceProblem[]> {
    const settings = await this.#settings();
    return (await allPrices(this.#db)).flatMap(({ price, product }) => {
      const { problem, name, productClass, site } = offeredPlan(price, product, settings);
      const isMeant = price.active !== false && product.active !== false && hasPlanMetadata(price);
      return problem === null || !isMeant ? [] : [{ planId: price.id, planName: name, productClass, sitenumber: site, problem }];
    });
  }

  /** Returns plans with the tax of their sites. */
  async #view(plans: readonly OfferedPlan[]): Promise<Plan[]> {
    const { mapping } = await this.#settings();
    const taxes = await siteTaxes(this.#db, mapping);
    return plans.map((plan) => viewPlan(plan, null, (plan.site === null ? undefined : taxes.get(plan.site)) ?? []));
  }

  /** Returns the plans of all prices, from the cache. The key changes with every price, product and setting, so the entry is never stale. */
  async plans(): Promise<OfferedPlan[]> {
    const [settings, version] = await Promise.all([this.#settings(), catalogueVersion(this.#db)]);
    const key = `plans:${version}:${createHash('sha256').update(JSON.stringify(settings)).digest('base64url').slice(0, 12)}`;
    const cached = await this.#cache.get(key);
    if (cached !== undefined) return cached as OfferedPlan[];
    const plans = (await allPrices(this.#db)).map(({ price, product }) => offeredPlan(price, product, settings));
    await this.#cache.set(key, plans, plansKeptSeconds);
    return plans;
  }
}
