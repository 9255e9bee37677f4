import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import { withTax } from '@washdesk/rules/billing/tax';
import { firstOfMonth, firstOfNextMonth } from '@washdesk/rules/dates/billing-instant';
import { epochSeconds } from '@washdesk/rules/dates/dates';
import type { OfferedPlan } from '@washdesk/rules/plans/offered-plan';
import type { SignUpChoices } from '@washdesk/rules/plans/sign-up-terms';
import type { ProviderCustomer, ProviderTaxRate } from '../../../../common/provider-objects.ts';
import { withProviderFailures } from '../../../../operations/provider-failures.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { InvoicePreview, Payments, PreviewOf, StartTerms, InlinePrice } from '../../../../ports/payments.ts';
import type { CustomerPlans } from '../plan-facts.ts';
import type { PlanStarts } from '../start/plan-starts.ts';
import { amountsOf, amountsOfOpen, chargedOf, lastingDiscounts, openInvoicePreview, wholePreview, type Amounts } from './preview-view.ts';

/** A plan start to preview. */
export interface PreviewedStart {
  plan: OfferedPlan;
  site: number;
  /** The choices in effect (`PlanStarts.choices`). */
  choices: SignUpChoices;
  /** Epoch seconds from which an earlier preview charged; undefined for the first one. */
  from: number | undefined;
  /** Null for a person who is not a customer yet. */
  plans: CustomerPlans | null;
  /** Whether a person who is not a customer yet is tax-exempt. */
  taxExempt?: boolean | undefined;
}

interface Asker extends Pick<PreviewedStart, 'plans' | 'taxExempt'> {
  inlinePrice?: InlinePrice | undefined;
  /** The ids of the discounts to bill with, if not those of the customer. */
  discounts?: readonly string[];
}

interface Options {
  starts: PlanStarts;
  payments: Payments;
  clock: Clock;
  partRates: (ids: readonly string[]) => Promise<{ usable: string[]; archived: ProviderTaxRate[] }>;
}

/** Previews the cost of starting a plan; Stripe computes it on the same terms as the commit. */
export class StartPreviews {
  readonly #starts: PlanStarts;
  readonly #payments: Payments;
  readonly #clock: Clock;
  readonly #partRates: Options['partRates'];

  constructor({ starts, payments, clock, partRates }: Options) {
    this.#partRates = partRates;
    this.#starts = starts;
    this.#payments = payments;
    this.#clock = clock;
  }

  /** Returns today's invoice and the cost of a whole month from the 1st. */
  whole(requested: PreviewedStart): Promise<Preview> {
    return this.#starts.withCurrentRates(() => this.#whole(requested));
  }

  async #whole(requested: PreviewedStart): Promise<Preview> {
    const { plans, plan, choices } = requested;
    const start = await this.#terms(requested);
    const [today, month, waiting] = await Promise.all([
      this.#ask(start, requested),
      this.#month(start, requested),
      plans && this.#starts.unpaidInvoice(plans, plan, choices),
    ]);
    const left = lastingDiscounts(today.discounts, start.anchor);
    const later =
      left.length === today.discounts.length ? month : await this.#month(start, { ...requested, discounts: left.map(({ id }) => id) });
    const preview = wholePreview(today, later, { from: start.from, date: start.anchor });
    // the invoice of an earlier start exists, and another card pays it
    return waiting ? { ...preview, ...openInvoicePreview(waiting) } : preview;
  }

  /** Returns only today's invoice: the open one of an earlier start, if there is one. */
  today(requested: PreviewedStart): Promise<{ invoice: Amounts; from: number }> {
    return this.#starts.withCurrentRates(() => this.#today(requested));
  }

  async #today(requested: PreviewedStart): Promise<{ invoice: Amounts; from: number }> {
    const { plans, plan, choices } = requested;
    const start = await this.#terms(requested);
    const waiting = plans && (await this.#starts.unpaidInvoice(plans, plan, choices));
    return {
      invoice: waiting ? amountsOfOpen(waiting, plans?.customer.balance ?? 0) : amountsOf(await this.#ask(start, requested)),
      from: start.from,
    };
  }

  /** Returns the cost of a whole month of a plan for a customer with these tax rates. Stripe previews no archived rate: it is added here. */
  async month({ price }: OfferedPlan, asker: Asker & { plans: CustomerPlans }, rates: string[]): Promise<InvoicePreview> {
    const { usable, archived } = await this.#partRates(rates);
    const month = await this.#month({ price, taxRates: usable }, asker);
    if (archived.length === 0 || asker.plans.customer.tax_exempt === 'exempt') return month;
    const own = archived.map(({ percentage = 0, inclusive = false }) => ({ percentage, inclusive }));
    const net = month.total - month.tax;
    const more = withTax(net, own) - net;
    const total = month.total + more;
    return { ...month, tax: month.tax + more, total, amount_due: chargedOf(month.starting_balance + total) };
  }

  #terms({ plan, site, plans, taxExempt, choices, from }: PreviewedStart): Promise<StartTerms> {
    const customer: Pick<ProviderCustomer, 'tax_exempt'> = plans?.customer ?? { tax_exempt: taxExempt ? 'exempt' : 'none' };
    return this.#starts.terms(plan, site, customer, choices, from);
  }

  /**
   * Previews as if the plan had begun on this month's 1st: Stripe previews no start in the future. The lines get the coming month's period.
   */
  async #month({ price, taxRates }: Pick<StartTerms, 'price' | 'taxRates'>, who: Asker) {
    const now = this.#clock.now();
    const next = firstOfNextMonth(now);
    const first = { kind: 'fullMonth' as const, monthStart: epochSeconds(firstOfMonth(now)) };
    const invoice = await this.#ask({ price, taxRates, first, from: epochSeconds(now), anchor: epochSeconds(next) }, who);
    const period = { start: epochSeconds(next), end: epochSeconds(firstOfNextMonth(next)) };
    return { ...invoice, lines: invoice.lines.map((line) => ({ ...line, period })) };
  }

  #ask(start: StartTerms, { plans, taxExempt = false, inlinePrice, discounts }: Asker): Promise<InvoicePreview> {
    const who: Omit<Extract<PreviewOf, { kind: 'start' }>, 'start'> = plans
      ? { kind: 'start', customer: plans.customer.id }
      : { kind: 'start', customer: null, taxExempt };
    return withProviderFailures(
      this.#payments.preview({ ...who, start, ...(inlinePrice && { inlinePrice }), ...(discounts && { discounts }) }),
    );
  }
}
