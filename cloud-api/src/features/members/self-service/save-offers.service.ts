import type { Plan, Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { MemberOverview } from '@washdesk/contracts/members/member';
import { takeFreeMonth } from '@washdesk/contracts/members/member-plan';
import {
  cancellationReasons,
  saveOfferIn,
  type CancellationReason,
  type SaveAct,
  type SaveOffer,
} from '@washdesk/rules/plans/self-service';
import type { Principal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { noneIfMissing } from './member-plan-views.ts';
import { runningPlanOf, type MemberReads } from './member-reads.ts';
import { rightsOf } from './plan-rights.ts';

type ShownOffer = MemberOverview['save_offers'][number];

/** The free month that a cashier gives at a sign-up, for a running plan. */
export interface FreeMonths {
  isOpen: (id: string) => Promise<boolean>;
  take: (id: string, why: string, by: Principal, call: { route: string; key: string }) => Promise<void>;
}

interface Options {
  db: Db;
  clock: Clock;
  settings: ReadSetting;
  reads: Pick<MemberReads, 'subscriptionsOf'>;
  plans: { freeMonths: FreeMonths; targets: (id: string, change: 'downgrade', by: Principal) => Promise<Plan[]> };
}

/** What a member is offered instead of canceling (docs/rules/members.md#save-offers). */
export class SaveOffers {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns the offers that this plan can take now, at most one per reason. */
  async of(plan: Subscription, by: Principal): Promise<ShownOffer[]> {
    const { plans } = this.#options;
    const offers = await this.#configured();
    const has = (kind: SaveAct['kind']): boolean => offers.some(({ act }) => act?.kind === kind);
    const [isFreeMonthOpen, targets] = await Promise.all([
      has('free_month') && plans.freeMonths.isOpen(plan.id),
      has('plan') ? noneIfMissing(plans.targets(plan.id, 'downgrade', by)) : [],
    ]);
    return offers.flatMap((offer) => shownOffer(offer, plan, { isFreeMonthOpen, targets }) ?? []);
  }

  /** @throws Failure 404 `plan_not_found`, 409 `not_offered` */
  async takeFreeMonth(reason: CancellationReason, customer: string, by: Principal, key: string): Promise<void> {
    const { reads, plans } = this.#options;
    const plan = runningPlanOf(await reads.subscriptionsOf(customer));
    const isOffered = (await this.#configured()).some((offer) => offer.reason === reason && offer.act?.kind === 'free_month');
    const { cancel, changeFrom } = await rightsOf(plan, this.#options);
    if (!isOffered || !cancel || changeFrom) throw new Failure(409, 'not_offered', 'This offer isn’t available for your plan');
    await plans.freeMonths.take(plan.id, cancellationReasons[reason], by, { route: takeFreeMonth.path, key });
  }

  async #configured(): Promise<SaveOffer[]> {
    return (await this.#options.settings('saveOffers')).flatMap((line) => saveOfferIn(line) ?? []);
  }
}

interface Open {
  isFreeMonthOpen: boolean;
  /** The plans that the member can downgrade to. */
  targets: readonly Plan[];
}

/** Returns null for an offer that the plan can't take now. */
function shownOffer({ act, ...offer }: SaveOffer, plan: Subscription, { isFreeMonthOpen, targets }: Open): ShownOffer | null {
  if (act === null) return { ...offer, act };
  if (act.kind === 'free_month') {
    const date = new Date((plan.current_period_end ?? 0) * 1_000).toISOString();
    return isFreeMonthOpen ? { ...offer, act: { kind: 'free_month', date } } : null;
  }
  const target = targets.find(
    ({ ProductName, PlanPrice }) => ProductName.toLowerCase() === act.product.toLowerCase() && PlanPrice < (plan.plan?.amount ?? 0),
  );
  return target ? { ...offer, act: { kind: 'plan', price: target.PlanId, name: target.PlanName, total: target.PlanTotal } } : null;
}
