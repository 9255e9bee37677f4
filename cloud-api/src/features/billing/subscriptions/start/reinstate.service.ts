import type { z } from 'zod';
import { reinstateSubscription, type Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { GiftKind } from '@washdesk/rules/billing/gift-limits';
import { subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import type { OfferedPlan } from '@washdesk/rules/plans/offered-plan';
import type { ReinstateMode } from '@washdesk/rules/plans/reinstate';
import { auditBy, writeAudit } from '../../../../audit/audit.ts';
import { requireRight, type Principal } from '../../../../common/caller.ts';
import { Failure, badField } from '../../../../common/failure.ts';
import type { ProviderInvoice } from '../../../../common/provider-objects.ts';
import type { Tx } from '../../../../db/pool.ts';
import { markPlanBegun } from '../../../../documents/begun-plan.ts';
import { writePlanChangeDocuments } from '../../../../documents/plan-documents.ts';
import { priceIdOf } from '../../../../mirror/reads/price-id.ts';
import { auditDetached } from '../../../../operations/declined-cards.ts';
import type { GiftLimits } from '../../../../operations/gift-limits.ts';
import type { Answer } from '../../../../operations/operation-executor.ts';
import type { OperationRun } from '../../../../operations/operation-run.ts';
import { exclusiveOfCustomer, type Outcome } from '../../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../../operations/operations.ts';
import { withProviderFailures } from '../../../../operations/provider-failures.ts';
import type { PaymentsReader, PriceChange } from '../../../../ports/payments.ts';
import { putBackIncrease } from '../change/held-schedule.ts';
import { draftsOf } from '../end/ended-invoices.ts';
import { refuseDeleted, type PlanFacts } from '../plan-facts.ts';
import { viewStarted } from '../read/subscription-view.ts';
import type { PlanStarts } from './plan-starts.ts';
import type { ReinstateChoice, Reinstatement } from './reinstate-choice.ts';
import { choicesIn } from './sign-up.service.ts';
import { paidInvoice, reinstateFacts, startAgain, type ReinstateFacts } from './start-again.ts';
import { countStartGifts } from './start-gifts.ts';
import { refuseBeside, type StartedPlan } from './start-plan.ts';

type ReinstateRequest = z.output<typeof reinstateSubscription.body>;
type Reinstated = { mode: ReinstateMode; receipt: boolean; subscription: Subscription };

/** Who may choose which plan, and what a reinstatement adds. */
export interface ReinstateTerms {
  /** @throws Failure if the plan may not be chosen */
  planOf: (found: Reinstatement) => OfferedPlan;
  /** Metadata of the new subscription. */
  metadataOf?: (plan: OfferedPlan) => Record<string, string>;
  /** Claims the customer's codes in the transaction that starts the operation. */
  claim?: (tx: Tx, start: { customer: string; operation: string; now: Date }) => Promise<void>;
}

const atCounter = (wanted: ReinstateRequest, by: Principal): ReinstateTerms => ({
  planOf: (found) => chosenPlan(found, wanted.price ?? wanted.PlanId, by),
});

interface Options {
  operations: Operations;
  payments: PaymentsReader;
  facts: PlanFacts;
  starts: PlanStarts;
  gifts: GiftLimits;
  reinstatements: ReinstateChoice;
}

/** Reinstates an ended plan (docs/rules/billing.md#reinstate). */
export class ReinstateService {
  readonly #facts: PlanFacts;
  readonly #payments: PaymentsReader;
  readonly #starts: PlanStarts;
  readonly #gifts: GiftLimits;
  readonly #reinstatements: ReinstateChoice;
  readonly #operation: OperationKind<ReinstateFacts, Reinstated>;

  constructor({ operations, payments, facts, starts, gifts, reinstatements }: Options) {
    this.#facts = facts;
    this.#payments = payments;
    this.#starts = starts;
    this.#gifts = gifts;
    this.#reinstatements = reinstatements;
    this.#operation = operations.define<ReinstateFacts, Reinstated>('subscription.reinstate', reinstateFacts, (run) => this.#execute(run), {
      detachesCards: ({ start }) => start !== null && start.detach.length > 0,
    });
  }

  /** @param terms those of the counter if missing. @throws Failure as the contract `reinstateSubscription` lists them */
  async reinstate(
    id: string,
    mode: ReinstateMode | undefined,
    wanted: ReinstateRequest,
    by: Principal,
    key: string,
    terms: ReinstateTerms = atCounter(wanted, by),
  ): Promise<Answer<Reinstated>> {
    const { subscription } = await this.#facts.subscription(id);
    const { customer } = subscription;
    const request = { id, mode, ...wanted };
    const operationRequest = {
      route: reinstateSubscription.path,
      key,
      request,
      principal: by,
      customer,
      exclusive: exclusiveOfCustomer(customer),
    };
    const prepare = () => this.#decide(id, mode, wanted, by, terms);
    return this.#gifts.reportingRefusals(by, () =>
      this.#operation.run(operationRequest, prepare, async (tx, { operation, facts, now }) => {
        await terms.claim?.(tx, { customer, operation, now });
        await countStartGifts(this.#gifts, tx, by, {
          kinds: giftsOf(facts, wanted),
          operation,
          customer,
          paymentMethod: facts.start?.paymentMethod ?? null,
        });
      }),
    );
  }

  async #decide(
    id: string,
    mode: ReinstateMode | undefined,
    wanted: ReinstateRequest,
    by: Principal,
    { planOf, metadataOf }: ReinstateTerms,
  ): Promise<ReinstateFacts> {
    const found = await this.#reinstatements.find(id, by);
    if (mode && mode !== found.mode) {
      throw new Failure(409, 'mode_changed', 'The reinstatement options have changed. Check them again', {
        details: { mode: found.mode },
      });
    }
    refuseDeleted(found.plans);
    const plan = planOf(found);
    const shared = { mode: found.mode, customer: found.plans.customer.id, old: id, price: plan.price };
    if (found.kind === 'discontinue') {
      const continuation = continuationOf(found, plan);
      await this.#starts.refuseContinuation(shared.customer, id);
      const increase = continuation.priceChange === null ? found.increase : null;
      return { ...shared, goOn: continuation, increase, payFirst: null, start: null, drafts: [] };
    }
    const metadata = { ...metadataOf?.(plan), [subscriptionKeys.oldId]: id };
    const start = await this.#starts.decide({ ...startRequestOf(found, plan, wanted), metadata }, by);
    const drafts = await withProviderFailures(draftsOf(this.#payments, shared.customer, id));
    return {
      ...shared,
      goOn: null,
      increase: null,
      payFirst: found.openInvoice?.id ?? null,
      start,
      drafts: drafts.map((draft) => draft.id),
    };
  }

  async #execute(run: OperationRun<ReinstateFacts>): Promise<Outcome<Reinstated>> {
    const { mode, old, price, customer, goOn: continued, increase } = run.facts;
    const { started, paidFirst } = continued
      ? { started: await continueDiscontinued(run, continued.priceChange), paidFirst: null }
      : await startAgain(run);
    const { made, lost } = increase ? await putBackIncrease(run, { customer, subscription: old }, increase) : { made: null, lost: null };
    if (made) started.subscription = (await run.read('subscription', old)) ?? started.subscription;
    // the invoice of a continued plan was paid earlier
    const first = continued ? null : started.invoice;
    const billed = [paidFirst, first].filter((invoice) => invoice !== null);
    const view = viewStarted(started, await this.#facts.priced(priceIdOf(started.subscription) ?? price));
    const audit = {
      ...auditBy(run.by),
      action: 'subscription.reinstated',
      subject: `subscription:${started.subscription.id}`,
      before: { subscription: old },
      after: {
        mode,
        price,
        status: started.subscription.status,
        paid: first?.amount_paid ?? 0,
        ...(paidFirst && { owed: paidInvoice(paidFirst) }),
        ...(made && increase && { increase: { schedule: made.id, price: increase.price, from: increase.startsAt } }),
      },
    };
    return {
      status: 200,
      body: { mode, receipt: continued === null, subscription: view },
      async within(tx, at) {
        await writeAudit(tx, { ...audit, at });
        if (lost !== null && increase) {
          const before = { price: increase.price, from: increase.startsAt };
          await writeAudit(tx, { ...auditBy(run.by), action: 'subscription.increase-lost', subject: audit.subject, before, why: lost, at });
        }
        await auditDetached(tx, { by: run.by, customer: run.facts.customer, cards: started.detached, at });
        const { subscription } = started;
        await markPlanBegun(tx, subscription.id, at);
        await writePlanChangeDocuments(tx, run, { change: 'reinstate', subscription, billed, withReceipt: continued === null }, at);
      },
    };
  }
}

/** A reinstatement that takes no money now, and a free month. */
function giftsOf({ goOn, payFirst }: ReinstateFacts, { FreeForMonth }: ReinstateRequest): GiftKind[] {
  if (FreeForMonth && !goOn) return ['freeMonths', 'unpaidReinstatements'];
  return goOn && payFirst === null ? ['unpaidReinstatements'] : [];
}

/** Charges nothing; a kept price applies from the next period. */
async function continueDiscontinued(run: OperationRun<ReinstateFacts>, priceChange: PriceChange | null): Promise<StartedPlan> {
  const subscription = await run.write('subscription', 'go-on', (step) =>
    run.payments.changeSubscription(step, run.facts.old, { cancelAtPeriodEnd: false, ...(priceChange && { priceChange }) }),
  );
  const invoice = subscription.latest_invoice ? await run.read('invoice', subscription.latest_invoice) : null;
  return { subscription, invoice, declined: null, detached: [] };
}

/** Continues a discontinued plan, at the kept price if there is one. @throws Failure 409 `already_subscribed` */
export function continuationOf({ subscription, plans }: Reinstatement, plan: OfferedPlan): NonNullable<ReinstateFacts['goOn']> {
  refuseBeside(plans.subscriptions.filter((other) => other.id !== subscription.id));
  const item = subscription.items.data[0];
  if (!item?.id || item.price.id === plan.price) return { priceChange: null };
  return { priceChange: { item: item.id, price: plan.price, prorate: 'none' } };
}

/** @throws Failure 404 `no_reinstate_plan`, 409 `plan_not_offered`, 403 for a plan other than the one open to every role */
export function chosenPlan({ offers, chosen }: Reinstatement, price: string | undefined, by: Principal): OfferedPlan {
  const plan = price === undefined ? chosen : offers.find((one) => one.price === price);
  if (!plan) throw new Failure(409, 'plan_not_offered', 'This plan can’t be reinstated');
  if (plan.price !== chosen?.price) requireRight(by, 'SupportCenter');
  return plan;
}

/** Returns the start of the new subscription that reinstates a plan. @throws Failure 400 `invalid_choices` */
export function startRequestOf({ plans, site, openInvoice, paidSince }: Reinstatement, plan: OfferedPlan, wanted: ReinstateRequest) {
  const { from, PaymentMethodId: paymentMethod } = wanted;
  const choices = choicesIn(wanted);
  const month = openInvoice ?? paidSince;
  if (month && (choices.freeForMonth || choices.chargeForLastMonth)) {
    throw badField('body', 'invalid_choices', 'This month has its own invoice, so no free month or extra charge can be added');
  }
  return { plans, plan, site, choices, from, paymentMethod, paidUntil: month ? paidUntil(month) : null };
}

const paidUntil = ({ lines }: ProviderInvoice): number => Math.max(0, ...lines.data.map(({ period }) => period.end));
