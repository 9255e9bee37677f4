import type { z } from 'zod';
import type { latestInvoice, Preview, previewChange, previewSignUp } from '@washdesk/contracts/billing/plans/subscription-preview';
import { taxRatesOfPlan } from '@washdesk/rules/billing/plan-tax';
import { renewalFrom } from '@washdesk/rules/dates/billing-instant';
import { epochSeconds } from '@washdesk/rules/dates/dates';
import type { OfferedPlan } from '@washdesk/rules/plans/offered-plan';
import { isDiscounted } from '@washdesk/rules/plans/plan-price';
import { isMember } from '@washdesk/rules/plans/statuses';
import type { Principal } from '../../../../common/caller.ts';
import { Failure } from '../../../../common/failure.ts';
import type { ProviderSubscription } from '../../../../common/provider-objects.ts';
import { priceIdOf } from '../../../../mirror/reads/price-id.ts';
import { withProviderFailures } from '../../../../operations/provider-failures.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { InvoicePreview, Payments } from '../../../../ports/payments.ts';
import { changePreviewOf, inlinePriceOf, type PlanChange } from '../change/change-terms.ts';
import { refuseUnchangeable } from '../change/changed-plans.ts';
import { beginOfIncrease } from '../change/increase.service.ts';
import type { PlanFacts } from '../plan-facts.ts';
import type { PlanChoiceService } from '../read/plan-choice.service.ts';
import type { PlanStarts } from '../start/plan-starts.ts';
import type { ReinstateChoice, Reinstatement } from '../start/reinstate-choice.ts';
import { chosenPlan, continuationOf, startRequestOf } from '../start/reinstate.service.ts';
import { choicesIn, type SignUpService } from '../start/sign-up.service.ts';
import {
  amountsOf,
  discountedMonth,
  lastingDiscounts,
  openInvoicePreview,
  periodsFrom,
  wholePreview,
  withoutSchedule,
} from './preview-view.ts';
import type { StartPreviews } from './start-previews.ts';

type AskedSignUp = z.output<typeof previewSignUp.body>;
type AskedChange = z.output<typeof previewChange.body>;
type AskedInvoice = z.output<typeof latestInvoice.query>;
type NextInvoice = z.input<typeof latestInvoice.response>;

interface Options {
  facts: PlanFacts;
  starts: PlanStarts;
  startPreviews: StartPreviews;
  signUps: SignUpService;
  planChoice: PlanChoiceService;
  reinstatements: ReinstateChoice;
  payments: Payments;
  clock: Clock;
}

/** Previews the bill of a start or change (docs/rules/billing.md#previews). Changes nothing. */
export class PreviewsService {
  readonly #parts: Options;

  constructor(parts: Options) {
    this.#parts = parts;
  }

  /** @throws Failure as the sign-up itself would */
  async signUp(wanted: AskedSignUp, by: Principal): Promise<Preview> {
    const { facts, signUps, starts, startPreviews } = this.#parts;
    const customer = wanted.stripeCustomer ?? wanted.customer;
    const plans = customer ? await facts.customer(customer) : null;
    const site = await signUps.site(wanted.SITENUMBER, by);
    const plan = await signUps.plan(wanted, site, plans?.plate ?? null);
    const choices = starts.choices({ choices: choicesIn(wanted), plan });
    return startPreviews.whole({ plan, site, choices, from: wanted.from, plans, taxExempt: wanted.TaxExempt });
  }

  /** @throws Failure as the change itself would */
  async change(id: string, wanted: AskedChange, by: Principal): Promise<Preview> {
    const { change, price = wanted.PlanId } = wanted;
    if (change === 'increase') return this.#increase(id, price, wanted.effectiveDate);
    return change === 'reinstate' ? this.reinstate(id, wanted, by) : this.#planChange(id, change, price, by);
  }

  /** Returns the amount of a sign-up for a price, or of a subscription's next invoice (docs/rules/billing.md#invoices). */
  async invoice(id: string, query: AskedInvoice, by: Principal): Promise<NextInvoice> {
    const { facts, payments } = this.#parts;
    const found = await facts.findSubscription(id);
    if (!found) return this.#ofPrice(id, query, by);
    if (!isMember(found.subscription.status) || endsWithPeriod(found.subscription)) {
      return noInvoice(found.plans.customer.balance ?? 0);
    }
    const next = await withProviderFailures(payments.preview({ kind: 'next', subscription: id }));
    return { ...amountsOf(next), date: periodEnd(found.subscription) };
  }

  async #ofPrice(id: string, query: AskedInvoice, by: Principal): Promise<NextInvoice> {
    const { facts, signUps, starts, startPreviews } = this.#parts;
    const plans = query.customer ? await facts.customer(query.customer) : null;
    const site = await signUps.site(query.site, by);
    const plan = await signUps.plan({ PlanId: id }, site, null);
    const choices = starts.choices({
      choices: {
        freeForMonth: query.freeformonth ?? false,
        doNotProrate: query.donotprorate ?? false,
        chargeForLastMonth: (query.chargelastmonth || query.invoiceitem) ?? false,
      },
      plan,
    });
    const { invoice, from } = await startPreviews.today({ plan, site, choices, from: undefined, plans });
    return { ...invoice, from, date: from };
  }

  /** Previews a reinstatement with the plan that `planOf` chooses. @throws Failure as the reinstatement itself would */
  async reinstate(
    id: string,
    wanted: Omit<AskedChange, 'change'>,
    by: Principal,
    planOf = (found: Reinstatement) => chosenPlan(found, wanted.price ?? wanted.PlanId, by),
  ): Promise<Preview> {
    const { reinstatements, starts, startPreviews, payments } = this.#parts;
    const found = await reinstatements.find(id, by);
    const plan = planOf(found);
    const { subscription, kind, openInvoice } = found;
    if (kind === 'discontinue') {
      // Stripe's preview of the next invoice includes what earlier changes left to bill
      const goOn = withIncrease(found, continuationOf(found, plan));
      const next = await withProviderFailures(payments.preview({ kind: 'next', subscription: id, goOn }));
      return wholePreview(null, next, { from: this.#now(), date: periodEnd(subscription) });
    }
    const begun = startRequestOf(found, plan, wanted);
    const preview = await startPreviews.whole({ ...begun, choices: starts.choices(begun) });
    return openInvoice ? withInvoice(preview, openInvoicePreview(openInvoice)) : preview;
  }

  async #increase(id: string, price: string | undefined, date: string | undefined): Promise<Preview> {
    const { facts } = this.#parts;
    const found = await facts.subscription(id);
    refuseUnchangeable('increase', found);
    const { subscription, plans } = found;
    const [from, plan] = await Promise.all([facts.plan(priceIdOf(subscription) ?? ''), facts.plan(price ?? '')]);
    await facts.refuseOutOfRange(plan, plans.customer);
    const start = beginOfIncrease(from, plan, { date, now: this.#parts.clock.now() });
    const first = renewalFrom(periodEnd(subscription), epochSeconds(start));
    const period = { start: first, end: renewalFrom(first, first + 1) };
    const month = await this.#month(found, { plan, listed: plan, date: period.start });
    const lines = month.lines.map((line) => ({ ...line, period }));
    return wholePreview(null, { ...month, lines }, { from: this.#now(), date: period.start });
  }

  async #planChange(id: string, change: PlanChange, price: string | undefined, by: Principal): Promise<Preview> {
    const { facts, planChoice, payments } = this.#parts;
    const found = await facts.subscription(id);
    refuseUnchangeable(change, found);
    const { subscription, plans } = found;
    const plan = (await planChoice.targets(id, change, by)).find((one) => one.price === price);
    if (!plan) throw new Failure(409, 'plan_not_offered', 'This subscription can’t change to that plan');
    if (change === 'changeprice') await facts.refuseOutOfRange(plan, plans.customer);
    const when = { from: this.#now(), date: periodEnd(subscription) };
    const latest = plans.invoices.get(subscription.latest_invoice ?? '') ?? null;
    const listed = await facts.plan(plan.price);
    const billed = await withProviderFailures(
      payments.preview(changePreviewOf(change, { subscription, plan, listed, latest, from: when.from })),
    );
    if (change !== 'upgrade' && !subscription.schedule) return wholePreview(null, billed, when);
    const month = await this.#month(found, { plan, listed, today: billed, date: when.date });
    return change === 'upgrade' ? wholePreview(billed, month, when) : wholePreview(null, withoutSchedule(billed, month, when.date), when);
  }

  /** Returns what a whole month of a plan from `date` on costs this subscription, with the discounts that last until then. */
  async #month(
    { subscription, plans }: Awaited<ReturnType<PlanFacts['subscription']>>,
    { plan, listed, today, date }: { plan: OfferedPlan; listed: OfferedPlan; today?: InvoicePreview; date: number },
  ): Promise<InvoicePreview> {
    const { payments, startPreviews } = this.#parts;
    const asker = { plans, inlinePrice: inlinePriceOf(plan, listed) };
    if (!isDiscounted(subscription, plans.customer)) return startPreviews.month(plan, asker, ratesOf(subscription));
    const change = changePreviewOf('changeprice', { subscription, plan, listed, latest: null, from: this.#now() });
    const billed = today ?? (await withProviderFailures(payments.preview(change)));
    const lasting = lastingDiscounts(billed.discounts, date);
    if (subscription.schedule) {
      // Stripe would bill the price of the schedule, which the change releases
      const month = await startPreviews.month(plan, { ...asker, discounts: [] }, ratesOf(subscription));
      return discountedMonth(month, lasting, taxRatesOfPlan(subscription, plans.customer));
    }
    const discounts = lasting.map(({ id }) => id);
    return periodsFrom(await withProviderFailures(payments.preview({ ...change, discounts })), periodEnd(subscription));
  }

  #now(): number {
    return epochSeconds(this.#parts.clock.now());
  }
}

const noInvoice = (balance: number): NextInvoice => ({
  amount_due: 0,
  subtotal: 0,
  tax: 0,
  total: 0,
  lines: [],
  balance: { before: balance, after: balance },
  date: null,
});

/** The next month of a continued plan is billed at the price of an increase that begins with it. */
function withIncrease(
  { subscription, increase }: Reinstatement,
  goOn: ReturnType<typeof continuationOf>,
): ReturnType<typeof continuationOf> {
  const item = subscription.items.data[0];
  if (!increase || !item?.id || goOn.priceChange !== null || increase.startsAt > periodEnd(subscription)) return goOn;
  return { priceChange: { item: item.id, price: increase.price, prorate: 'none' } };
}

/** Whether no period follows the current one. */
const endsWithPeriod = (subscription: ProviderSubscription): boolean => {
  const { cancel_at_period_end: ends, cancel_at: endsAt } = subscription;
  return ends || (endsAt != null && endsAt <= periodEnd(subscription));
};

const periodEnd = ({ items }: ProviderSubscription): number => items.data[0]?.current_period_end ?? 0;

const ratesOf = ({ default_tax_rates }: ProviderSubscription): string[] => (default_tax_rates ?? []).map(({ id }) => id);

const withInvoice = (preview: Preview, { due_today, tax, lines }: Pick<Preview, 'due_today' | 'tax' | 'lines'>): Preview => ({
  ...preview,
  due_today: due_today + preview.due_today,
  tax: tax + preview.tax,
  lines: [...lines, ...preview.lines],
});
