import type { z } from 'zod';
import { changePrice, downgradeSubscription, upgradeSubscription } from '@washdesk/contracts/billing/plans/plan-change';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { customerKeys, priceKeys } from '@washdesk/rules/company/metadata-keys';
import { epochSeconds } from '@washdesk/rules/dates/dates';
import type { OfferedPlan } from '@washdesk/rules/plans/offered-plan';
import { cappedMessage, clearingKeptPrice, isRecentEnough, nextPriceMetadata } from '@washdesk/rules/plans/plan-changes';
import { withPriceChange } from '@washdesk/rules/plans/price-change-data';
import { previewOutdated } from '@washdesk/rules/plans/sign-up-terms';
import { writeAudit } from '../../../../audit/audit.ts';
import type { Principal } from '../../../../common/caller.ts';
import { Failure } from '../../../../common/failure.ts';
import type { ProviderSubscription } from '../../../../common/provider-objects.ts';
import type { Db } from '../../../../db/pool.ts';
import { writePlanChangeDocuments } from '../../../../documents/plan-documents.ts';
import { chargedFor } from '../../../../mirror/reads/live-customer.ts';
import { mirrored } from '../../../../mirror/reads/mirrored.ts';
import { priceIdOf } from '../../../../mirror/reads/price-id.ts';
import { writeUpgrade } from '../../../../mirror/sales/upgrades.store.ts';
import { requirePresentCard } from '../../../../operations/card-reading.ts';
import type { OperationRun } from '../../../../operations/operation-run.ts';
import type { Outcome } from '../../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../../operations/operations.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { CustomerPlans, PlanFacts } from '../plan-facts.ts';
import type { PlanChoiceService } from '../read/plan-choice.service.ts';
import { prorationOf, type PlanChange } from './change-terms.ts';
import { auditOf, changeRequest, refuseUnchangeable, planBefore, viewChanged } from './changed-plans.ts';
import { planChangeFacts, commitChange, type RefusedUpdate, type PlanChangeFacts } from './commit-change.ts';
import { heldSchedule } from './held-schedule.ts';

type PlanChangeRequest = z.output<typeof upgradeSubscription.body>;
type Changed = { subscriptions: Subscription[]; message: string | null };

const contracts = { upgrade: upgradeSubscription, downgrade: downgradeSubscription, changeprice: changePrice };
const actions = { upgrade: 'subscription.upgraded', downgrade: 'subscription.downgraded', changeprice: 'subscription.price-changed' };

interface Options {
  db: Db;
  operations: Operations;
  facts: PlanFacts;
  planChoice: PlanChoiceService;
  clock: Clock;
}

/** Changes a subscription's plan or price (docs/rules/billing.md#upgrade-and-downgrade). */
export class PlanChangeService {
  readonly #parts: Options;
  readonly #operation: OperationKind<PlanChangeFacts, Changed>;

  constructor(parts: Options) {
    this.#parts = parts;
    this.#operation = parts.operations.define<PlanChangeFacts, Changed>('subscription.change-plan', planChangeFacts, (run) =>
      this.#execute(run),
    );
  }

  /** @throws Failure as the change's contract lists them */
  async change(change: PlanChange, id: string, wanted: PlanChangeRequest, by: Principal, key: string): Promise<Changed> {
    const { customer } = (await this.#parts.facts.subscription(id)).subscription;
    const request = changeRequest(contracts[change].path, customer, { key, by, request: { id, ...wanted } });
    const { body } = await this.#operation.run(request, () => this.#decide(change, id, wanted, by));
    return body;
  }

  /**
   * Returns the outcome of the customer's change under this key, whatever the plan is now; null for a new key.
   * @throws Failure as `change`
   */
  async repeat(customer: string, wanted: PlanChangeRequest, by: Principal, key: string): Promise<Changed | null> {
    const known = await this.#parts.operations.stateOf(by, key);
    const facts = known && (await this.#operation.factsOf(known.id));
    return facts?.customer === customer ? this.change(facts.change, facts.subscription, wanted, by, key) : null;
  }

  async #decide(change: PlanChange, id: string, wanted: PlanChangeRequest, by: Principal): Promise<PlanChangeFacts> {
    const { facts, planChoice, clock } = this.#parts;
    const now = clock.now();
    const found = await facts.subscription(id);
    refuseUnchangeable(change, found);
    const { subscription, plans } = found;
    const item = subscription.items.data[0];
    const plan = (await planChoice.targets(id, change, by)).find(({ price }) => price === (wanted.price ?? wanted.PlanId));
    if (!plan || !item?.id) throw new Failure(409, 'plan_not_offered', 'This subscription can’t change to that plan');
    if (change === 'changeprice') await facts.refuseOutOfRange(plan, plans.customer);
    const card = await this.#card(wanted.PaymentMethodId, subscription.customer);
    const charged = card ?? chargedFor(subscription, plans.customer) ?? '';
    if (change === 'upgrade') await requirePresentCard(this.#parts.db, by, charged);
    const listed = await facts.plan(plan.price);
    return {
      change,
      customer: subscription.customer,
      subscription: id,
      latestInvoice: subscription.latest_invoice ?? null,
      before: planBefore(subscription),
      held: heldSchedule(subscription, plans.schedules, now),
      item: item.id,
      ...(await this.#target(plan, listed)),
      prorate: prorationOf(change, plans.invoices.get(subscription.latest_invoice ?? '') ?? null),
      prorationDate: prorationDate(wanted.proration_date, now, subscription),
      paymentMethod: card,
      customerMetadata:
        change === 'changeprice'
          ? keptPriceMetadata(plans, subscription, plan, now)
          : clearingKeptPrice(plans.customer.metadata, plan.price),
      duration: change === 'changeprice' ? null : plan.duration,
      capped: plan.amount < listed.amount,
    };
  }

  /** Returns the price to pay: the listed one, an existing one of the same product and site at the cap, or one to be created. */
  async #target(plan: OfferedPlan, listed: OfferedPlan): Promise<Pick<PlanChangeFacts, 'price' | 'listed' | 'newPrice'>> {
    if (plan.amount === listed.amount) return { price: plan.price, listed: plan.price, newPrice: null };
    const all = await this.#parts.facts.allPlans();
    const same = all.find(
      ({ active, product, site, amount }) => active && product === plan.product && site === plan.site && amount === plan.amount,
    );
    if (same) return { price: same.price, listed: plan.price, newPrice: null };
    const metadata = {
      ...(plan.site !== null && { [priceKeys.site]: String(plan.site) }),
      [priceKeys.productClass]: plan.productClass,
      [priceKeys.allowProrate]: String(plan.allowProrate),
      [priceKeys.currentPrice]: 'false',
    };
    return { price: null, listed: plan.price, newPrice: { product: plan.product, amount: plan.amount, nickname: plan.name, metadata } };
  }

  async #card(given: string | undefined, customer: string): Promise<string | null> {
    if (given === undefined) return null;
    const owner = await mirrored(this.#parts.db, 'payment_method', given);
    if (owner?.customer !== customer) throw new Failure(409, 'not_their_card', 'This card belongs to another customer');
    return given;
  }

  async #execute(run: OperationRun<PlanChangeFacts>): Promise<Outcome<Changed>> {
    const { change, before, listed, capped } = run.facts;
    const { subscription, invoice, created, missing } = await commitChange(run);
    const priced = await this.#parts.facts.priced(created ? listed : (subscription.items.data[0]?.price.id ?? listed));
    const shown = created ? { price: created, product: priced.product } : priced;
    const subscriptions = await viewChanged(this.#parts.facts, { subscription, invoice, priced: shown });
    const billed = invoice && { invoice: invoice.id, paid: invoice.amount_paid };
    const after = { ...planBefore(subscription), ...billed, ...(missing && { missing: missing.what }) };
    return {
      status: 200,
      body: { subscriptions, message: missing ? notKept(missing) : capped ? cappedMessage : null },
      async within(tx, at) {
        await writeAudit(tx, { ...auditOf(run, actions[change]), before, after, why: missing?.why ?? null, at });
        if (change === 'upgrade') await writeUpgrade(tx, upgradeOf(run, subscription, at));
        await writePlanChangeDocuments(tx, run, { change, subscription, former: before.price, billed: invoice ? [invoice] : [] }, at);
      },
    };
  }
}

const upgradeOf = ({ id: operation, by, facts }: OperationRun<PlanChangeFacts>, subscription: ProviderSubscription, at: Date) => ({
  operation,
  by,
  subscription: subscription.id,
  customer: subscription.customer,
  formerPrice: facts.before.price,
  price: priceIdOf(subscription),
  at,
});

const notKept = ({ what, why }: RefusedUpdate): string => `The plan was changed, but Stripe couldn’t save ${what}: ${why}`;

/** @throws Failure 409 `preview_outdated` */
function prorationDate(given: number | undefined, now: Date, { items }: ProviderSubscription): number {
  const second = epochSeconds(now);
  const period = items.data[0];
  if (given === undefined || !period) return second;
  const { current_period_start: start, current_period_end: end } = period;
  if (isRecentEnough(given, second, { start, end })) return given;
  throw new Failure(409, 'preview_outdated', previewOutdated);
}

/** Keeps the new price for the customer for a month and adds it to the price history. */
function keptPriceMetadata(
  { customer }: CustomerPlans,
  subscription: ProviderSubscription,
  { price, amount, productClass }: OfferedPlan,
  now: Date,
): Record<string, string> {
  const from = subscription.items.data[0]?.price.id ?? '';
  const entry = { on: now.toISOString().slice(0, 10), amount, from, to: price, product: productClass };
  const history = withPriceChange(customer.metadata?.[customerKeys.priceChangeData], entry);
  return { ...nextPriceMetadata(price, now), [customerKeys.priceChangeData]: history };
}
