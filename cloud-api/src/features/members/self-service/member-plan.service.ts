import type { z } from 'zod';
import type { Plan, Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import type { listMemberPlans, previewMemberPlan } from '@washdesk/contracts/members/member-plan';
import type { Principal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import { noneIfMissing, offeredView, planCostOf } from './member-plan-views.ts';
import { runningPlanOf, type MemberReads } from './member-reads.ts';
import { refuseTooEarly } from './plan-rights.ts';

type Change = 'upgrade' | 'downgrade';
type Plans = z.input<typeof listMemberPlans.response>;
type PlanPreview = z.input<typeof previewMemberPlan.response>;

/** The operations of a cashier that change a plan. */
export interface PlanOperations {
  /** @throws Failure 404 if there is none */
  targets: (id: string, change: Change, by: Principal) => Promise<Plan[]>;
  preview: (id: string, change: Change, price: string, by: Principal) => Promise<Preview>;
  change: (id: string, change: Change, wanted: WantedPlan, by: Principal, key: string) => Promise<unknown>;
  /** Returns the outcome of an earlier call under this key; null for a new key. */
  repeatChange: (customer: string, wanted: WantedPlan, by: Principal, key: string) => Promise<object | null>;
}

interface WantedPlan {
  price: string;
  proration_date?: number | undefined;
}

interface Options {
  clock: Clock;
  reads: Pick<MemberReads, 'subscriptionsOf'>;
  plans: PlanOperations;
}

/** Changes a member's own plan to another one (docs/rules/members.md#self-service). */
export class MemberPlans {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws Failure 404 `plan_not_found` */
  async others(customer: string, by: Principal): Promise<Plans> {
    const { plans } = this.#options;
    const plan = await this.#plan(customer);
    const found = await Promise.all(changes.map((change) => listed(plans.targets(plan.id, change, by), change)));
    return { plans: found.flat() };
  }

  /** @throws Failure as the change itself would */
  async preview(price: string, customer: string, by: Principal): Promise<PlanPreview> {
    const { plan, change, total } = await this.#target(price, customer, by);
    return planCostOf(await this.#options.plans.preview(plan.id, change, price, by), total);
  }

  /** @throws Failure 402 `card_declined`, 404 `plan_not_found`, 409 `too_early`, `plan_not_offered`, `preview_outdated`, `not_changeable` */
  async change(wanted: WantedPlan, customer: string, by: Principal, key: string): Promise<void> {
    // the new plan is no target after the change
    if (await this.#options.plans.repeatChange(customer, wanted, by, key)) return;
    const { plan, change } = await this.#target(wanted.price, customer, by);
    refuseTooEarly(plan, this.#options.clock.now());
    await this.#options.plans.change(plan.id, change, wanted, by, key);
  }

  async #target(price: string, customer: string, by: Principal): Promise<{ plan: Subscription; change: Change; total: number }> {
    const plan = await this.#plan(customer);
    for (const change of changes) {
      const targets = await listed(this.#options.plans.targets(plan.id, change, by), change);
      const target = targets.find(({ id }) => id === price);
      if (target) return { plan, change, total: target.total };
    }
    throw new Failure(409, 'plan_not_offered', 'Your plan can’t change to that plan');
  }

  async #plan(customer: string): Promise<Subscription> {
    return runningPlanOf(await this.#options.reads.subscriptionsOf(customer));
  }
}

const changes = ['upgrade', 'downgrade'] as const satisfies readonly Change[];

const listed = async (targets: Promise<Plan[]>, change: Change): Promise<Plans['plans']> =>
  (await noneIfMissing(targets)).map((plan) => ({ ...offeredView(plan), change }));
