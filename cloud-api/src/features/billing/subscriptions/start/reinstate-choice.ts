import { centsToDollars } from '@washdesk/rules/billing/money';
import { formatDateUs, siteDate, type CalendarDate } from '@washdesk/rules/dates/dates';
import type { OfferedPlan } from '@washdesk/rules/plans/offered-plan';
import { isIncrease, keptPrice } from '@washdesk/rules/plans/plan-changes';
import { inOfferOrder, isOffered, suitsPlate } from '@washdesk/rules/plans/plan-choice';
import { itemsProblem } from '@washdesk/rules/plans/plan-price';
import {
  isPaidSinceItsEnd,
  monthsSinceCanceled,
  notReinstatable,
  reinstateKind,
  reinstateMode,
  reinstateWarnings,
  type ReinstateKind,
  type ReinstateMode,
} from '@washdesk/rules/plans/reinstate';
import { siteOf, type Principal } from '../../../../common/caller.ts';
import { Failure, notFound } from '../../../../common/failure.ts';
import type { ProviderInvoice, ProviderSubscription } from '../../../../common/provider-objects.ts';
import type { Db } from '../../../../db/pool.ts';
import { priceIdOf } from '../../../../mirror/reads/price-id.ts';
import { withProviderFailures } from '../../../../operations/provider-failures.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { Payments } from '../../../../ports/payments.ts';
import { increaseSchema, type Increase } from '../change/held-schedule.ts';
import { increaseBeforeDiscontinuation } from '../plan-facts.store.ts';
import type { CustomerPlans, PlanFacts } from '../plan-facts.ts';

/** How a subscription can be reinstated now. */
export interface Reinstatement {
  subscription: ProviderSubscription;
  plans: CustomerPlans;
  site: number;
  kind: ReinstateKind;
  mode: ReinstateMode;
  former: OfferedPlan | null;
  /** Sorted as offered. */
  offers: OfferedPlan[];
  /** The plan that every role may choose; null if the former one is no longer sold. */
  chosen: OfferedPlan | null;
  /** The price still kept for the member. */
  kept: string | null;
  /** The increase that the discontinuation released, still ahead: a continued plan has it again. */
  increase: Increase | null;
  /** This month's unpaid invoice. */
  openInvoice: ProviderInvoice | null;
  /** This month's invoice, if it was paid after the plan ended. */
  paidSince: ProviderInvoice | null;
  monthsSinceCanceled: number | null;
  /** The date until which the ended plan was paid, if it is ahead and those days would be charged again. */
  paidUntil: CalendarDate | null;
  warnings: string[];
}

interface Options {
  db: Db;
  facts: PlanFacts;
  payments: Payments;
  clock: Clock;
}

/** Determines how, and at which prices, a plan can be reinstated (docs/rules/billing.md#reinstate). */
export class ReinstateChoice {
  readonly #db: Db;
  readonly #facts: PlanFacts;
  readonly #payments: Payments;
  readonly #clock: Clock;

  constructor({ db, facts, payments, clock }: Options) {
    this.#db = db;
    this.#facts = facts;
    this.#payments = payments;
    this.#clock = clock;
  }

  /** @throws Failure 404 `subscription_not_found`, `no_reinstate_plan`, 409 `not_reinstatable` */
  async find(id: string, by: Principal): Promise<Reinstatement> {
    const now = this.#clock.now();
    const { subscription, plans } = await this.#facts.subscription(id);
    const latest = await this.#latestInvoice(subscription, plans);
    const kind = reinstateKind(subscription, latest, now);
    if (!kind) throw new Failure(409, 'not_reinstatable', notReinstatable);
    const problem = itemsProblem(subscription.items.data);
    if (problem !== null && kind !== 'discontinue')
      throw new Failure(409, 'not_reinstatable', `${problem}. Sign the customer up for a plan instead`);
    const former = plans.plans.get(priceIdOf(subscription) ?? '');
    const site = (await this.#facts.siteOf(subscription, former)) ?? siteOf(by);
    const all = await this.#facts.allPlans();
    // a continued plan of another form keeps its prices
    const kept = problem !== null ? null : keptPlan(keptPrice(plans.customer.metadata, now)?.price ?? null, { site, former }, all);
    const sold = all.filter((plan) => isOffered(plan, site) && suitsPlate(plan, plans.plate));
    const chosen = kept ?? (kind === 'discontinue' ? former : successor(former, sold)) ?? null;
    const offers = kind === 'discontinue' ? [] : sold.filter(({ price }) => price !== chosen?.price);
    if (offers.length === 0 && !chosen) throw notFound('no_reinstate_plan', 'Failed to Load Reinstate Price Options');
    const increase = kind === 'discontinue' && kept === null ? await this.#increaseOf(subscription, former, all) : null;
    const paidSince = isPaidSinceItsEnd(latest, subscription.ended_at, now) ? latest : null;
    const paidUntil = kind === 'ordinary' && paidSince === null ? paidUntilOf(subscription, latest, now) : null;
    return {
      subscription,
      plans,
      site,
      kind,
      mode: reinstateMode(kind, kept !== null),
      former: former ?? null,
      offers: inOfferOrder([...offers, ...(chosen ? [chosen] : [])]),
      chosen,
      kept: kept?.price ?? null,
      increase: increase?.increase ?? null,
      openInvoice: kind === 'nonpayment' ? latest : null,
      paidSince,
      monthsSinceCanceled: monthsSinceCanceled(subscription.ended_at, now),
      paidUntil,
      warnings: [
        ...(increase ? [increaseGoesOn(increase.to.amount, increase.increase.startsAt)] : []),
        ...(chosen
          ? reinstateWarnings(kind, {
              former: former?.amount ?? null,
              amount: chosen.amount,
              paidUntil: paidUntil && formatDateUs(paidUntil),
            })
          : []),
      ],
    };
  }

  async #increaseOf(
    { id, customer, schedule }: ProviderSubscription,
    former: OfferedPlan | undefined,
    all: readonly OfferedPlan[],
  ): Promise<{ increase: Increase; to: OfferedPlan } | null> {
    if (schedule !== null || !former) return null;
    const stored = increaseSchema.safeParse(await increaseBeforeDiscontinuation(this.#db, { id, customer }));
    if (!stored.success || stored.data.startsAt * 1_000 <= this.#clock.now().getTime()) return null;
    const to = all.find(({ price }) => price === stored.data.price);
    return to && isIncrease(former, to) ? { increase: stored.data, to } : null;
  }

  /**
   * Returns the latest invoice. For an ended subscription it is read from the provider: whether it was paid since decides what is charged.
   */
  async #latestInvoice({ latest_invoice, ended_at }: ProviderSubscription, { invoices }: CustomerPlans): Promise<ProviderInvoice | null> {
    if (!latest_invoice) return null;
    const mirrored = invoices.get(latest_invoice) ?? null;
    if (ended_at === null || mirrored?.status === 'paid') return mirrored;
    return withProviderFailures(this.#payments.fetch('invoice', latest_invoice, 'interactive'));
  }
}

const increaseGoesOn = (amount: number, startsAt: number): string =>
  `The scheduled increase to ${centsToDollars(amount)} on ${formatDateUs(siteDate(new Date(startsAt * 1_000), 'UTC'))} applies again.`;

/** Returns the date until which an ended plan was paid, if its period goes on after its end; otherwise null. */
function paidUntilOf({ items }: ProviderSubscription, latest: ProviderInvoice | null, now: Date): CalendarDate | null {
  const end = new Date((items.data[0]?.current_period_end ?? 0) * 1_000);
  const isPaid = latest?.status === 'paid' && latest.amount_paid > 0;
  return isPaid && end > now ? siteDate(end, 'UTC') : null;
}

/** Returns the plan of a kept price, if it is of the former plan's class, this site's and still for sale. */
function keptPlan(
  price: string | null,
  { site, former }: { site: number; former: OfferedPlan | undefined },
  all: readonly OfferedPlan[],
): OfferedPlan | null {
  const plan = price === null ? undefined : all.find((one) => one.price === price);
  return plan?.active && plan.site === site && plan.productClass === former?.productClass ? plan : null;
}

/** Returns the former plan if it is still sold, otherwise one of its product class at today's price, preferring the same name. */
function successor(former: OfferedPlan | undefined, sold: readonly OfferedPlan[]): OfferedPlan | undefined {
  if (!former) return undefined;
  const same = inOfferOrder(sold.filter(({ productClass }) => productClass === former.productClass));
  return same.find(({ price }) => price === former.price) ?? same.find(({ name }) => name === former.name) ?? same[0];
}
