import type { z } from 'zod';
import type { OnlineLocation, OnlinePlan, onlinePreview, OnlinePreview, OnlineTermsText } from '@washdesk/contracts/billing/online';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import { withTax, type TaxRate } from '@washdesk/rules/billing/tax';
import { formatPlate } from '@washdesk/rules/codes/plates';
import { states } from '@washdesk/rules/codes/states';
import { termsText } from '@washdesk/rules/company/online-terms';
import type { OfferedPlan, PlanSettings } from '@washdesk/rules/plans/offered-plan';
import { isSoldOnline, soldOnline } from '@washdesk/rules/plans/online-sign-up';
import { inOfferOrder, isInterior, plateMismatch, suitsPlate } from '@washdesk/rules/plans/plan-choice';
import type { MemberLanguage } from '@washdesk/rules/text/languages';
import { Failure } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { siteTaxes } from '../../../mirror/reads/tax-rates.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { onlineSites } from './online-sites.store.ts';

type Previewed = z.output<typeof onlinePreview.body>;

/** A plan and the site that sells it online. */
export interface OnlineOffer {
  plan: OfferedPlan;
  site: number;
}

interface Options {
  db: Db;
  settings: ReadSetting;
  planSettings: () => Promise<PlanSettings>;
  /** Returns the plans of all prices. */
  plans: () => Promise<OfferedPlan[]>;
  /** @throws Failure 404 `price_not_found` */
  plan: (price: string) => Promise<OfferedPlan>;
  /** Previews a sign-up that begins now, with the first month prorated. */
  previewStart: (plan: OfferedPlan, site: number) => Promise<Preview>;
}

/** What is sold online: where, which plans, at which price and on which terms. */
export class OnlineOffers {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async locations(): Promise<{ locations: OnlineLocation[]; default: number | null }> {
    const offers = await this.#offers();
    const sites = await onlineSites(this.#options.db, [...new Set(offers.map(({ site }) => site))]);
    const preset = await this.#options.settings('onlinePlan');
    const locations = sites.map(({ number: site, name, state }) => ({
      site,
      name,
      state,
      country: states.find(({ abbreviation }) => abbreviation === state)?.country ?? ('US' as const),
    }));
    return { locations, default: offers.find(({ plan }) => plan.price === preset)?.site ?? null };
  }

  /** The default is the setting's plan at its site, elsewhere the first plan of its class, otherwise the first. */
  async plans(site: number): Promise<{ plans: OnlinePlan[]; default: string | null }> {
    const { settings } = this.#options;
    const offers = await this.#offers();
    const here = inOfferOrder(offers.flatMap((offer) => (offer.site === site ? [offer.plan] : [])));
    const taxes = await this.#taxesAt(site);
    const preset = await settings('onlinePlan');
    const presetClass = offers.find(({ plan }) => plan.price === preset)?.plan.productClass;
    const chosen = here.find(({ price }) => price === preset) ?? here.find(({ productClass }) => productClass === presetClass) ?? here[0];
    const plans = here.map((plan) => ({
      id: plan.price,
      name: plan.name,
      productclass: plan.productClass,
      amount: plan.amount,
      total: withTax(plan.amount, taxes),
      duration: plan.onlineDuration,
      interior: isInterior(plan),
    }));
    return { plans, default: chosen?.price ?? null };
  }

  /** Returns what a monthly amount is with the site's tax, in cents. */
  async totalAt(site: number, amount: number): Promise<number> {
    return withTax(amount, await this.#taxesAt(site));
  }

  /** @throws Failure 404 `price_not_found`, 409 `plan_not_offered` */
  async offer(price: string | undefined): Promise<OnlineOffer> {
    const id = price ?? (await this.#options.settings('onlinePlan'));
    if (id === null) throw notSoldOnline();
    const plan = await this.#options.plan(id);
    if (!isSoldOnline(plan) || plan.site === null) throw notSoldOnline();
    return { plan, site: plan.site };
  }

  /** @throws Failure 404 `price_not_found`, 409 `plan_not_offered`, `plate_mismatch` */
  async preview({ PlanId, plate, plateState }: Previewed): Promise<OnlinePreview> {
    const { plan, site } = await this.offer(PlanId);
    if (plate && plateState && !suitsPlate(plan, formatPlate(plate, plateState))) {
      throw new Failure(409, 'plate_mismatch', plateMismatch);
    }
    const { due_today: total, tax, next } = await this.#options.previewStart(plan, site);
    if (next === null) throw new Error(`No next invoice for ${plan.price}`);
    return {
      today: { amount: total - tax, tax, total },
      next: { amount: next.amount - next.tax, tax: next.tax, total: next.amount, date: next.date },
      duration: plan.onlineDuration,
    };
  }

  /** @throws Failure 404 `price_not_found` */
  async terms(lang: MemberLanguage, price: string | undefined): Promise<OnlineTermsText> {
    const { settings } = this.#options;
    const terms = await settings('onlineTerms');
    return { version: terms.version, lang, paragraphs: termsText(terms, lang, await this.#months(price)) };
  }

  async #taxesAt(site: number): Promise<readonly TaxRate[]> {
    const { db, planSettings } = this.#options;
    return (await siteTaxes(db, (await planSettings()).mapping)).get(site) ?? [];
  }

  async #months(price: string | undefined): Promise<number> {
    if (price === undefined) return this.#options.settings('defaultOnlinePlanDuration');
    return (await this.#options.plan(price)).onlineDuration;
  }

  async #offers(): Promise<OnlineOffer[]> {
    return soldOnline(await this.#options.plans());
  }
}

const notSoldOnline = (): Failure => new Failure(409, 'plan_not_offered', 'This plan isn’t sold online');
