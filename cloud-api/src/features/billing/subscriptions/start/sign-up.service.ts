import { createSubscription, type SignUpPayload, type Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { GiftKind } from '@washdesk/rules/billing/gift-limits';
import { subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { Role } from '@washdesk/rules/company/roles';
import type { OfferedPlan } from '@washdesk/rules/plans/offered-plan';
import { isOffered, plateMismatch, suitsPlate } from '@washdesk/rules/plans/plan-choice';
import type { SignUpChoices } from '@washdesk/rules/plans/sign-up-terms';
import { auditBy, writeAudit } from '../../../../audit/audit.ts';
import { hasRight, requirePin, siteOf, type Principal } from '../../../../common/caller.ts';
import { Failure, badField, badRequest } from '../../../../common/failure.ts';
import type { Db } from '../../../../db/pool.ts';
import { writeBegunPlan, type EnqueueWelcome } from '../../../../documents/begun-plan.ts';
import { auditDetached } from '../../../../operations/declined-cards.ts';
import type { GiftLimits } from '../../../../operations/gift-limits.ts';
import type { Answer } from '../../../../operations/operation-executor.ts';
import type { OperationRun } from '../../../../operations/operation-run.ts';
import { OperationRefused, exclusiveOfCustomer, type Outcome } from '../../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../../operations/operations.ts';
import { promoById } from '../plan-facts.store.ts';
import type { PlanFacts } from '../plan-facts.ts';
import { viewStarted } from '../read/subscription-view.ts';
import type { PlanStarts } from './plan-starts.ts';
import { countStartGifts } from './start-gifts.ts';
import { planStart, startPlan, type PlanStart, type StartedPlan } from './start-plan.ts';

const noPromo = -1;

interface Options {
  db: Db;
  operations: Operations;
  facts: PlanFacts;
  starts: PlanStarts;
  gifts: GiftLimits;
  enqueueWelcome: EnqueueWelcome;
}

/** Step 3 of a sign-up: starts the subscription. */
export class SignUpService {
  readonly #db: Db;
  readonly #facts: PlanFacts;
  readonly #starts: PlanStarts;
  readonly #gifts: GiftLimits;
  readonly #enqueueWelcome: EnqueueWelcome;
  readonly #start: OperationKind<PlanStart, Subscription>;

  constructor({ db, operations, facts, starts, gifts, enqueueWelcome }: Options) {
    this.#db = db;
    this.#facts = facts;
    this.#starts = starts;
    this.#gifts = gifts;
    this.#enqueueWelcome = enqueueWelcome;
    this.#start = operations.define<PlanStart, Subscription>('subscription.start', planStart, (run) => this.#execute(run), {
      detachesCards: ({ detach }) => detach.length > 0,
    });
  }

  /** @throws Failure as the contract `createSubscription` lists them */
  signUp(payload: SignUpPayload, by: Principal, key: string): Promise<Answer<Subscription>> {
    const customer = payload.stripeCustomer ?? payload.customer;
    if (!customer) throw badRequest('body.stripeCustomer', 'must be the id of a customer');
    const request = {
      route: createSubscription.path,
      key,
      request: payload,
      principal: by,
      customer,
      exclusive: exclusiveOfCustomer(customer),
    };
    const kinds: GiftKind[] = [];
    if (payload.FreeForMonth) kinds.push('freeMonths');
    if (payload.Promo !== undefined && payload.Promo !== noPromo) kinds.push('promos');
    const prepare = () => this.#decide(payload, customer, by);
    return this.#gifts.reportingRefusals(by, () =>
      this.#start.run(request, prepare, (tx, { operation, facts: { paymentMethod } }) =>
        countStartGifts(this.#gifts, tx, by, { kinds, operation, customer, paymentMethod }),
      ),
    );
  }

  /** Returns the plan of a sign-up, if it is sold there. @throws Failure */
  async plan({ PlanId, PlanPrice }: Pick<SignUpPayload, 'PlanId' | 'PlanPrice'>, site: number, plate: string | null): Promise<OfferedPlan> {
    const plan = await this.#facts.plan(PlanId);
    if (plan.problem !== null) throw new Failure(409, 'plan_not_offered', `This price is no plan: it is ${plan.problem}`);
    if (!isOffered(plan, site)) throw new Failure(409, 'plan_not_offered', 'This plan isn’t sold at this location');
    if (plate !== null && !suitsPlate(plan, plate)) throw new Failure(409, 'plate_mismatch', plateMismatch);
    if (PlanPrice !== undefined && PlanPrice !== plan.amount) {
      const details = { given: PlanPrice, price: plan.amount };
      throw new Failure(409, 'price_changed', 'The price of this plan has changed', { details });
    }
    return plan;
  }

  /**
   * Returns the site of a sign-up: the requested one for SalesManager and above, otherwise the caller's own.
   * @throws Failure 409 `no_location`
   */
  async site(asked: number | undefined, by: Principal): Promise<number> {
    return asked !== undefined && asked !== by.site && hasRight(by, Role.SalesManager) ? this.#facts.site(asked) : siteOf(by);
  }

  async #decide(payload: SignUpPayload, customer: string, by: Principal): Promise<PlanStart> {
    const [plans, site] = await Promise.all([this.#facts.customer(customer), this.site(payload.SITENUMBER, by)]);
    const plan = await this.plan(payload, site, plans.plate);
    const metadata = {
      [subscriptionKeys.promo]: String(await this.#promo(payload.Promo, by)),
      ...(payload.SaleId && { [subscriptionKeys.saleId]: String(payload.SaleId) }),
    };
    const { PaymentMethodId: paymentMethod, from } = payload;
    return this.#starts.decide({ plans, plan, site, choices: choicesIn(payload), from, paymentMethod, metadata }, by);
  }

  async #promo(id: number = noPromo, by: Principal): Promise<number> {
    if (id === noPromo) return noPromo;
    requirePin(by);
    const promo = await promoById(this.#db, id);
    if (!promo?.active) throw badField('body.promo', 'promo_not_found', 'This promotion isn’t active');
    return id;
  }

  async #execute(run: OperationRun<PlanStart>): Promise<Outcome<Subscription>> {
    const started = await startPlan(run, run.facts);
    if (started.declined) throw failedPayment(run, started);
    const body = viewStarted(started, await this.#facts.priced(run.facts.start.price));
    const enqueueWelcome = this.#enqueueWelcome;
    return {
      status: 200,
      body,
      async within(tx, at) {
        await writeAudit(tx, { ...startedAudit(run, started), at });
        await auditDetached(tx, { by: run.by, customer: run.facts.customer, cards: started.detached, at });
        await writeBegunPlan(tx, run, started, enqueueWelcome, at);
      },
    };
  }
}

export const choicesIn = (given: Pick<SignUpPayload, 'FreeForMonth' | 'DoNotProrate' | 'ChargeForLastMonth'>): SignUpChoices => ({
  freeForMonth: given.FreeForMonth ?? false,
  doNotProrate: given.DoNotProrate ?? false,
  chargeForLastMonth: given.ChargeForLastMonth ?? false,
});

const startedAudit = ({ by, facts }: OperationRun<PlanStart>, { subscription, invoice }: StartedPlan) => ({
  ...auditBy(by),
  action: 'subscription.started',
  subject: `subscription:${subscription.id}`,
  after: {
    customer: facts.customer,
    price: facts.start.price,
    status: subscription.status,
    first: facts.start.first.kind,
    invoice: invoice?.id ?? null,
    paid: invoice?.amount_paid ?? 0,
    resumed: facts.resume !== null,
  },
});

/** Returns the response to a sign-up whose first payment failed, with an audit row: the subscription exists and is unpaid. */
function failedPayment(run: OperationRun<PlanStart>, { subscription, invoice, declined }: StartedPlan): OperationRefused {
  const details = { subscription: subscription.id, invoice: invoice?.id ?? null, ...declined };
  return new OperationRefused(new Failure(402, 'payment_failed', 'Failed Payment', { details }), (tx, now) =>
    writeAudit(tx, {
      ...auditBy(run.by),
      action: 'subscription.not-paid',
      subject: `subscription:${subscription.id}`,
      after: { customer: run.facts.customer, price: run.facts.start.price, status: subscription.status, invoice: invoice?.id ?? null },
      why: declined?.declineCode ?? declined?.code ?? null,
      at: now,
    }),
  );
}
