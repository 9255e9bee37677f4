import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import { subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import type { OfferedPlan } from '@washdesk/rules/plans/offered-plan';
import { restartPlans } from '@washdesk/rules/plans/self-service';
import { alreadyActive } from '@washdesk/rules/plans/statuses';
import type { Principal } from '../../../../common/caller.ts';
import { Failure } from '../../../../common/failure.ts';
import type { Db, Tx } from '../../../../db/pool.ts';
import { codeHoldersOf, type ClaimOrRefuse } from '../../../../mirror/projection/claims.store.ts';
import { codesOf } from '../../../../mirror/projection/codes.store.ts';
import type { PreviewsService } from '../preview/previews.service.ts';
import type { PlanChoiceService, RestartChoice } from '../read/plan-choice.service.ts';
import type { Reinstatement } from './reinstate-choice.ts';
import type { ReinstateService } from './reinstate.service.ts';

interface Restart {
  price: string;
  /** The preview's. */
  from: number;
  termsVersion: string;
}

interface Options {
  db: Db;
  planChoice: PlanChoiceService;
  previews: PreviewsService;
  reinstates: ReinstateService;
  claim: ClaimOrRefuse;
}

/** Reinstates an ended plan for its member, without a cashier (docs/rules/members.md#starting-again). */
export class Restarts {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws Failure 404 `no_reinstate_plan`, 409 `not_reinstatable`, `code_taken` */
  async plans(id: string, by: Principal): Promise<RestartChoice> {
    const { customer, ...plans } = await this.#options.planChoice.restart(id, by);
    await this.#refuseTaken(customer);
    return plans;
  }

  /** @throws Failure as the start itself would */
  preview(id: string, price: string, by: Principal): Promise<Preview> {
    return this.#options.previews.reinstate(id, {}, by, planOf(price));
  }

  /** @throws Failure 402 `card_declined`, 409 `plan_not_offered`, `already_subscribed`, `code_taken`, `no_card`, `preview_outdated` */
  async start(id: string, { price, from, termsVersion }: Restart, by: Principal, key: string): Promise<void> {
    const { reinstates, claim } = this.#options;
    await reinstates.reinstate(id, undefined, { price, from }, by, key, {
      planOf: planOf(price),
      metadataOf: ({ onlineDuration }) => ({
        [subscriptionKeys.planDuration]: String(onlineDuration),
        [subscriptionKeys.termsVersion]: termsVersion,
      }),
      claim: async (tx: Tx, start) => claim(tx, { ...start, codes: await codesOf(tx, start.customer), email: undefined }),
    });
  }

  async #refuseTaken(customer: string): Promise<void> {
    const { db } = this.#options;
    const others = (await codeHoldersOf(db, await codesOf(db, customer))).filter(({ id }) => id !== customer);
    if (others.length > 0) throw new Failure(409, 'code_taken', 'Another customer has this plate or tag');
  }
}

/** A plan that ends but still runs is continued instead. */
const planOf =
  (price: string) =>
  (found: Reinstatement): OfferedPlan => {
    if (found.kind === 'discontinue') throw new Failure(409, 'already_subscribed', alreadyActive);
    const { own, others } = restartPlans(found);
    const plan = [own, ...others].find((one) => one?.price === price);
    if (!plan) throw new Failure(409, 'plan_not_offered', 'This plan can’t be started online');
    return plan;
  };
