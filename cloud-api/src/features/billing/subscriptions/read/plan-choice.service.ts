import type { z } from 'zod';
import type { planModes, Plan, subscriptionPrices } from '@washdesk/contracts/billing/plans/subscription';
import { taxRatesOfPlan } from '@washdesk/rules/billing/plan-tax';
import type { TaxRate } from '@washdesk/rules/billing/tax';
import type { OfferedPlan } from '@washdesk/rules/plans/offered-plan';
import { isIncrease } from '@washdesk/rules/plans/plan-changes';
import { downgradesOf, inOfferOrder, otherPricesOf, upgradesOf } from '@washdesk/rules/plans/plan-choice';
import { restartPlans } from '@washdesk/rules/plans/self-service';
import { siteOf, type Principal } from '../../../../common/caller.ts';
import { notFound } from '../../../../common/failure.ts';
import { viewPlan } from '../../../../mirror/reads/plan-view.ts';
import { priceIdOf } from '../../../../mirror/reads/price-id.ts';
import { readFreshSubscription, type ReadFresh } from '../../../../mirror/reads/read-fresh.ts';
import type { PlanChange } from '../change/change-terms.ts';
import type { PlanFacts } from '../plan-facts.ts';
import type { ReinstateChoice, Reinstatement } from '../start/reinstate-choice.ts';

type PlanMode = (typeof planModes)[number];
type Prices = z.input<typeof subscriptionPrices.response>;

export interface PlanChoice {
  mode: 'upgrade' | 'downgrade' | Reinstatement['mode'];
  plans: Plan[];
  chosen: string | null;
  monthsSinceCanceled: number | null;
  warnings: string[];
}

export interface RestartChoice {
  own: Plan | null;
  others: Plan[];
  paidUntil: Reinstatement['paidUntil'];
}

const moves = {
  upgrade: { targets: upgradesOf, code: 'no_upgrade_plan', message: 'Failed to Find Upgrade Plan' },
  downgrade: { targets: downgradesOf, code: 'no_downgrade_plan', message: 'Failed to Find Downgrade Plan' },
  changeprice: { targets: otherPricesOf, code: 'no_other_price', message: 'There is no other price at this location' },
} as const;

interface Options {
  facts: PlanFacts;
  reinstatements: ReinstateChoice;
  readFresh: ReadFresh;
}

/** Finds the plans a subscription can change to (docs/rules/billing.md#plans). */
export class PlanChoiceService {
  readonly #facts: PlanFacts;
  readonly #reinstatements: ReinstateChoice;
  readonly #readFresh: ReadFresh;

  constructor({ facts, reinstatements, readFresh }: Options) {
    this.#facts = facts;
    this.#readFresh = readFresh;
    this.#reinstatements = reinstatements;
  }

  /** @throws Failure 404 with the text that the screen shows */
  async plans(id: string, { mode, noCache }: { mode: PlanMode; noCache?: string | undefined }, by: Principal): Promise<PlanChoice> {
    if (noCache === 'true') await readFreshSubscription(this.#readFresh, id);
    if (mode === 'reinstate') {
      const found = await this.#reinstatements.find(id, by);
      return choiceOf(found, await this.#ratesOfReinstatement(found));
    }
    const targets = await this.targets(id, mode, by);
    const { subscription, plans: own } = await this.#facts.subscription(id);
    const rates = taxRatesOfPlan(subscription, own.customer);
    const plans = targets.map((plan) => viewPlan(plan, null, rates));
    return { mode, plans, chosen: plans[0]?.PlanId ?? null, monthsSinceCanceled: null, warnings: [] };
  }

  /** Returns the plans with which a member starts an ended plan again. @throws Failure as `plans` */
  async restart(id: string, by: Principal): Promise<RestartChoice & { customer: string }> {
    const found = await this.#reinstatements.find(id, by);
    const rates = await this.#ratesOfReinstatement(found);
    const { own, others } = restartPlans(found);
    const view = (plan: OfferedPlan) => viewPlan(plan, found.kept, rates);
    return { customer: found.subscription.customer, own: own && view(own), others: others.map(view), paidUntil: found.paidUntil };
  }

  /** Returns the subscription's price and the others of its class at its site. @throws Failure 404 `subscription_not_found` */
  async prices(id: string): Promise<Prices> {
    const { subscription, plans } = await this.#facts.subscription(id);
    const from = plans.plans.get(priceIdOf(subscription) ?? '');
    if (!from) return { prices: [] };
    const site = await this.#facts.siteOf(subscription, from);
    const others = site === null ? [] : otherPricesOf({ from, site, plate: plans.plate }, await this.#facts.allPlans());
    const rates = taxRatesOfPlan(subscription, plans.customer);
    const view = (plan: OfferedPlan) => ({ ...viewPlan(plan, null, rates), active: plan.active, increase: isIncrease(from, plan) });
    return { prices: inOfferOrder([from, ...others]).map((plan) => ({ ...view(plan), paid: plan.price === from.price })) };
  }

  /** A continued plan keeps its tax rates; a new one has the site's. */
  async #ratesOfReinstatement({ kind, subscription, plans, site }: Reinstatement): Promise<readonly TaxRate[]> {
    if (kind === 'discontinue') return taxRatesOfPlan(subscription, plans.customer);
    return plans.customer.tax_exempt === 'exempt' ? [] : this.#facts.siteTax(site);
  }

  /** Returns the plans that the subscription can change to, sorted as offered, downgrades capped; at least one. @throws Failure 404 */
  async targets(id: string, change: PlanChange, by: Principal): Promise<OfferedPlan[]> {
    const { targets, code, message } = moves[change];
    const { subscription, plans } = await this.#facts.subscription(id);
    const from = plans.plans.get(priceIdOf(subscription) ?? '');
    if (!from) throw notFound(code, message);
    const site = (await this.#facts.siteOf(subscription, from)) ?? siteOf(by);
    const found = targets({ from, site, plate: plans.plate }, await this.#facts.allPlans());
    if (found.length === 0) throw notFound(code, message);
    return found;
  }
}

const choiceOf = ({ mode, offers, chosen, kept, monthsSinceCanceled, warnings }: Reinstatement, rates: readonly TaxRate[]): PlanChoice => ({
  mode,
  plans: offers.map((plan) => viewPlan(plan, kept, rates)),
  chosen: chosen?.price ?? null,
  monthsSinceCanceled,
  warnings,
});
