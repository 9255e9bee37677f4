import type { z } from 'zod';
import type { Plan, Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import type { listRestartPlans, previewRestart } from '@washdesk/contracts/members/member-plan';
import { subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { hasEnded } from '@washdesk/rules/plans/statuses';
import type { Principal } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { offeredView, planCostOf } from './member-plan-views.ts';
import { plateTaken } from './member-plates.service.ts';
import { memberPlanOf, type MemberReads } from './member-reads.ts';

interface Restart {
  price: string;
  /** The preview's. */
  from: number;
  termsVersion: string;
}

/** Reinstates an ended plan without a cashier. */
export interface RestartOperations {
  plans: (id: string, by: Principal) => Promise<{ own: Plan | null; others: Plan[]; paidUntil: string | null }>;
  preview: (id: string, price: string, by: Principal) => Promise<Preview>;
  start: (id: string, wanted: Restart, by: Principal, key: string) => Promise<void>;
}

interface Options {
  reads: Pick<MemberReads, 'subscriptionsOf'>;
  plans: { restarts: RestartOperations };
  settings: ReadSetting;
}

/** Starts a member's ended plan again (docs/rules/members.md#starting-again). */
export class MemberRestarts {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws Failure 404 `plan_not_found`, 409 `already_active`, `plate_taken`, `not_reinstatable` */
  async plans(customer: string, by: Principal): Promise<z.input<typeof listRestartPlans.response>> {
    const { own, others, paidUntil } = await this.#asMember((ended) => this.#options.plans.restarts.plans(ended, by), customer);
    return { plans: [...(own ? [own] : []), ...others].map(offeredView), former: own !== null, paid_until: paidUntil };
  }

  /** @throws Failure as the start itself would */
  async preview(price: string, customer: string, by: Principal): Promise<z.input<typeof previewRestart.response>> {
    const { plans } = await this.plans(customer, by);
    const cost = await this.#asMember((ended) => this.#options.plans.restarts.preview(ended, price, by), customer);
    return planCostOf(cost, plans.find(({ id }) => id === price)?.total ?? 0);
  }

  /** @throws Failure as the contract `restartMemberPlan` lists them */
  async start(wanted: Restart, customer: string, by: Principal, key: string): Promise<void> {
    if (wanted.termsVersion !== (await this.#options.settings('onlineTerms')).version) {
      throw new Failure(409, 'terms_changed', 'The terms have changed. Read them and agree again');
    }
    await this.#asMember((ended) => this.#options.plans.restarts.start(ended, wanted, by, key), customer);
  }

  /** Replaces failures that name other customers or address a cashier. */
  async #asMember<T>(work: (ended: string) => Promise<T>, customer: string): Promise<T> {
    const ended = endedPlanOf(await this.#options.reads.subscriptionsOf(customer));
    if (ended === null) throw notFound('plan_not_found', 'You have no plan that ended');
    try {
      return await work(ended);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.code === 'code_taken') throw plateTaken();
      if (error.code === 'already_subscribed') throw new Failure(409, 'already_active', 'Your plan runs already');
      throw error;
    }
  }
}

/** Returns the ended plan; of a plan that began again, the one before: a repeated start is answered as the first one. */
function endedPlanOf(subscriptions: readonly Subscription[]): string | null {
  const plan = memberPlanOf(subscriptions);
  if (!plan) return null;
  return hasEnded(plan.status) ? plan.id : (plan.metadata[subscriptionKeys.oldId] ?? null);
}
