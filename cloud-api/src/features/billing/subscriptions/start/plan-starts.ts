import { subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { firstOfNextMonth } from '@washdesk/rules/dates/billing-instant';
import { epochSeconds } from '@washdesk/rules/dates/dates';
import type { OfferedPlan } from '@washdesk/rules/plans/offered-plan';
import { clearingKeptPrice } from '@washdesk/rules/plans/plan-changes';
import { effectiveChoices, previewOutdated, signUpTerms, type SignUpChoices, type SignUpTerms } from '@washdesk/rules/plans/sign-up-terms';
import { awaitsFirstPayment, isMember } from '@washdesk/rules/plans/statuses';
import { requirePin, type Principal } from '../../../../common/caller.ts';
import { Failure, badField } from '../../../../common/failure.ts';
import type { ProviderCustomer, ProviderInvoice, ProviderSubscription } from '../../../../common/provider-objects.ts';
import type { Db } from '../../../../db/pool.ts';
import { mirrored } from '../../../../mirror/reads/mirrored.ts';
import { priceIdOf } from '../../../../mirror/reads/price-id.ts';
import { requirePresentCard } from '../../../../operations/card-reading.ts';
import { declinedCards } from '../../../../operations/declined-cards.ts';
import { withProviderFailures } from '../../../../operations/provider-failures.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { Payments, StartTerms } from '../../../../ports/payments.ts';
import { refuseDeleted, type CustomerPlans, type PlanFacts } from '../plan-facts.ts';
import { refuseBeside, type PlanStart } from './start-plan.ts';

export interface RequestedStart {
  plans: CustomerPlans;
  plan: OfferedPlan;
  site: number;
  choices: SignUpChoices;
  /** Epoch seconds from which the preview charged; undefined if none was shown. */
  from: number | undefined;
  paymentMethod: string | undefined;
  /** Epoch seconds until which another invoice has paid the month; null if none has. */
  paidUntil?: number | null;
  /** Metadata in addition to that of every start. */
  metadata: Record<string, string>;
}

interface UnpaidStart {
  subscription: ProviderSubscription;
  /** The invoice of the earlier start; null if it can no longer be paid (written off or void). */
  invoice: ProviderInvoice | null;
}

interface Options {
  db: Db;
  facts: PlanFacts;
  payments: Payments;
  clock: Clock;
  /** Reads locations and tax rates at the provider again. */
  refreshRates: () => Promise<void>;
}

/** Decides before any call how a plan begins, at a sign-up or reinstatement. */
export class PlanStarts {
  readonly #db: Db;
  readonly #facts: PlanFacts;
  readonly #payments: Payments;
  readonly #clock: Clock;
  readonly #refreshRates: () => Promise<void>;

  constructor({ db, facts, payments, clock, refreshRates }: Options) {
    this.#refreshRates = refreshRates;
    this.#db = db;
    this.#facts = facts;
    this.#payments = payments;
    this.#clock = clock;
  }

  /** @throws Failure 409 `customer_deleted`, `already_subscribed`, `no_card`, `not_their_card`, `preview_outdated`, 400 `invalid_choices` */
  async decide(wanted: RequestedStart, by: Principal): Promise<PlanStart> {
    const { plans, plan, site, metadata } = wanted;
    refuseDeleted(plans);
    const notRunning = await this.#notRunning(plans.customer.id);
    const choices = this.choices(wanted);
    const start = await this.#currentTerms(() => this.terms(plan, site, plans.customer, choices, wanted.from));
    const paymentMethod = await this.#card(plans, wanted.paymentMethod);
    await requirePresentCard(this.#db, by, paymentMethod);
    if (wanted.choices.freeForMonth) requirePin(by);
    const unpaid = notRunning.filter(isUnpaid);
    const earlier = await this.#unpaidStarts(unpaid);
    const same = resumable(earlier).find((one) => isSameStart(one.subscription, plan, choices)) ?? null;
    return {
      customer: plans.customer.id,
      paymentMethod,
      start,
      metadata: { ...this.#saleMetadata(plan, site, choices, by), ...metadata },
      resume: same && { subscription: same.subscription.id, invoice: same.invoice.id },
      abandon: earlier.filter((one) => one.subscription.id !== same?.subscription.id).map(({ subscription }) => subscription.id),
      detach: await declinedCards(this.#db, plans.customer.id, unpaid, paymentMethod),
      outdated: clearingKeptPrice(plans.customer.metadata, plan.price),
    };
  }

  /** Returns the choices in effect: a month already paid is not charged again. @throws Failure 400 `invalid_choices` */
  choices({ choices, plan, paidUntil = null }: Pick<RequestedStart, 'choices' | 'plan' | 'paidUntil'>): SignUpChoices {
    const nextFirst = epochSeconds(firstOfNextMonth(this.#clock.now()));
    if (paidUntil !== null && paidUntil >= nextFirst) return { freeForMonth: true, doNotProrate: false, chargeForLastMonth: false };
    const effective = effectiveChoices(choices, plan);
    if ('error' in effective) throw badField('body', 'invalid_choices', effective.error);
    return effective;
  }

  /**
   * Returns what the start charges, for both preview and commit.
   * @param choices those in effect
   * @throws Failure 409 `preview_outdated`
   */
  async terms(
    plan: OfferedPlan,
    site: number,
    customer: Pick<ProviderCustomer, 'tax_exempt'> | null,
    choices: SignUpChoices,
    from: number | undefined,
  ): Promise<StartTerms> {
    const terms = signUpTerms(choices, this.#clock.now(), from);
    if ('error' in terms) throw new Failure(409, 'preview_outdated', terms.error);
    return startTerms(plan, terms, await this.#facts.taxRates(site, customer));
  }

  /** Repeats a preview that Stripe refuses because a tax rate was archived since it was read. */
  async withCurrentRates<T>(preview: () => Promise<T>): Promise<T> {
    try {
      return await preview();
    } catch (error) {
      if (!isRefusedRate(error)) throw error;
      await withProviderFailures(this.#refreshRates());
      return preview();
    }
  }

  /** Reads the rates at the provider before the commit: a start with an archived one would be refused. */
  async #currentTerms(terms: () => Promise<StartTerms>): Promise<StartTerms> {
    const start = await terms();
    const rates = await withProviderFailures(
      Promise.all(start.taxRates.map((rate) => this.#payments.fetch('tax_rate', rate, 'interactive'))),
    );
    if (rates.every((rate) => rate?.active !== false)) return start;
    await withProviderFailures(this.#refreshRates());
    return terms();
  }

  /** Returns the open invoice of an earlier start on the same terms, which is then due today. */
  async unpaidInvoice(plans: CustomerPlans, plan: OfferedPlan, choices: SignUpChoices): Promise<ProviderInvoice | null> {
    if (!plans.subscriptions.some(isUnpaid)) return null;
    const earlier = await this.#unpaidStarts((await this.#notRunning(plans.customer.id)).filter(isUnpaid));
    return resumable(earlier).find(({ subscription }) => isSameStart(subscription, plan, choices))?.invoice ?? null;
  }

  /**
   * Refuses to continue a discontinued plan if another one has begun or its own month has ended. Also reads from the provider: the mirror
   * may lag behind.
   * @throws Failure 409 `already_subscribed`, `preview_outdated`
   */
  async refuseContinuation(customer: string, id: string): Promise<void> {
    const all = await withProviderFailures(this.#payments.listOf('subscription', customer, 'interactive'));
    refuseBeside(all.filter((other) => other.id !== id));
    if (!all.some((own) => own.id === id && isMember(own.status))) throw new Failure(409, 'preview_outdated', previewOutdated);
  }

  async #card({ customer, defaultCard }: CustomerPlans, given: string | undefined): Promise<string> {
    const card = given ?? defaultCard;
    if (!card) throw new Failure(409, 'no_card', 'Capture a card first');
    const owner = await mirrored(this.#db, 'payment_method', card);
    if (owner && owner.customer !== customer.id) throw new Failure(409, 'not_their_card', 'This card belongs to another customer');
    return card;
  }

  /**
   * Returns the customer's subscriptions if none runs. Reads from the provider: the mirror may not show a plan begun at the checkout or in
   * the dashboard, or an unpaid start that Stripe ended after 23 hours.
   * @throws Failure 409 `already_subscribed`
   */
  async #notRunning(customer: string): Promise<ProviderSubscription[]> {
    const all = await withProviderFailures(this.#payments.listOf('subscription', customer, 'interactive'));
    refuseBeside(all);
    return all;
  }

  async #unpaidStarts(unpaid: readonly ProviderSubscription[]): Promise<UnpaidStart[]> {
    return Promise.all(unpaid.map((one) => this.#unpaidStart(one)));
  }

  async #unpaidStart(subscription: ProviderSubscription): Promise<UnpaidStart> {
    if (!subscription.latest_invoice) return { subscription, invoice: null };
    const invoice = await withProviderFailures(this.#payments.fetch('invoice', subscription.latest_invoice, 'interactive'));
    return { subscription, invoice: invoice?.status === 'open' ? invoice : null };
  }

  #saleMetadata(plan: OfferedPlan, site: number, choices: SignUpChoices, { name, employee, terminal }: Principal): Record<string, string> {
    const now = String(epochSeconds(this.#clock.now()));
    return {
      [subscriptionKeys.employeeName]: name,
      ...(employee !== null && { [subscriptionKeys.employeeNumber]: String(employee) }),
      [subscriptionKeys.site]: String(site),
      ...(terminal && { [subscriptionKeys.terminal]: terminal }),
      [subscriptionKeys.planDuration]: String(plan.duration),
      [subscriptionKeys.incomplete]: 'false',
      [subscriptionKeys.termsAgreed]: now,
      [subscriptionKeys.signUpCompleted]: now,
      ...choiceMetadata(choices),
    };
  }
}

function isRefusedRate(error: unknown): boolean {
  const param = error instanceof Failure ? error.details?.['param'] : undefined;
  return typeof param === 'string' && param.includes('default_tax_rates');
}

const resumable = (earlier: readonly UnpaidStart[]) =>
  earlier.flatMap(({ subscription, invoice }) => (invoice ? [{ subscription, invoice }] : []));

const isUnpaid = ({ status }: ProviderSubscription): boolean => awaitsFirstPayment(status);

function startTerms(plan: OfferedPlan, { from, anchor, first, lastMonth }: SignUpTerms, taxRates: string[]): StartTerms {
  const charged = lastMonth && { product: plan.product, amount: plan.amount, ...lastMonth };
  return { price: plan.price, from, anchor, first, taxRates, ...(charged && { lastMonth: charged }) };
}

const choiceMetadata = ({ freeForMonth, doNotProrate, chargeForLastMonth }: SignUpChoices): Record<string, string> => ({
  [subscriptionKeys.freeForMonth]: String(freeForMonth),
  [subscriptionKeys.doNotProrate]: String(doNotProrate),
  [subscriptionKeys.chargeForLastMonth]: String(chargeForLastMonth),
});

function isSameStart(subscription: ProviderSubscription, plan: OfferedPlan, choices: SignUpChoices): boolean {
  const wanted = Object.entries(choiceMetadata(choices));
  return priceIdOf(subscription) === plan.price && wanted.every(([key, value]) => (subscription.metadata[key] ?? 'false') === value);
}
