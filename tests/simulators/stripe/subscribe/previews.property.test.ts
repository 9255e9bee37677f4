import fc from 'fast-check';
import type { Stripe } from 'stripe';
import { expect, it } from 'vitest';
import { seed, sizeOf } from '@washdesk/test-support/sizes';
import type { Create } from '../billing/events.ts';
import { prices, sameMonthBehaviors, signUps } from '../billing/generated-lifecycles.fixture.ts';
import type { ProrationBehavior } from '../billing/model.ts';
import { frozenStripe, type FrozenStripe } from '../frozen-stripe.ts';

const { cases } = sizeOf('previews');

interface Change {
  /** Cents per month. */
  amount: number;
  quantity: number;
  prorationBehavior: ProrationBehavior;
  /** The position between the previous change and the period's end. */
  share: number;
  /** The delay between preview and change, in seconds. */
  hesitation: number;
}

const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    amount: prices.map((price) => price.amount),
    quantity: fc.integer({ min: 1, max: 3 }),
    prorationBehavior: fc.oneof(sameMonthBehaviors, fc.constant<ProrationBehavior>('none')),
    share: fc.double({ min: 0, max: 0.999, noNaN: true }),
    hesitation: fc.integer({ min: 0, max: 120 }),
  }),
  { maxLength: 3 },
);

/** A preview and the actual result. */
interface Announced {
  preview: Stripe.Invoice;
  billed: Stripe.Invoice;
}

/** Returns the billed fields, without those that only a preview or only an invoice has. */
function bill({ lines, subtotal, total, amount_due, starting_balance, ending_balance, total_taxes }: Stripe.Invoice) {
  const billed = lines.data.map(({ amount, period, quantity, description, taxes, pricing }) => ({
    amount,
    period,
    quantity,
    description,
    taxes,
    pricing,
  }));
  return { lines: billed, subtotal, total, amount_due, starting_balance, ending_balance, total_taxes };
}

/** A lifecycle through the API in which each step is previewed first. */
class Life {
  readonly #sandbox: FrozenStripe;
  readonly #sale: Create;
  readonly #customer: string;
  readonly #product: string;
  readonly #known = new Set<string>();
  #subscription = '';
  #item = '';

  static async begin(sale: Create): Promise<Life> {
    const sandbox = await frozenStripe({ at: sale.at });
    const customer = await sandbox.stripe.customers.create({ name: 'Any Life' });
    const card = await sandbox.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await sandbox.stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: card.id } });
    return new Life(sandbox, sale, customer.id, (await sandbox.stripe.products.create({ name: 'Any plan' })).id);
  }

  private constructor(sandbox: FrozenStripe, sale: Create, customer: string, product: string) {
    this.#sandbox = sandbox;
    this.#sale = sale;
    this.#customer = customer;
    this.#product = product;
  }

  async signUp(): Promise<Announced> {
    const { anchor = 0, backdateStartDate, taxRates = [], items: sold } = this.#sale;
    const { subscriptions, invoices } = this.#sandbox.stripe;
    const items = [{ price: await this.#price(sold[0]?.price.amount ?? 0) }];
    const default_tax_rates = await this.#rates(taxRates.map(({ percentage }) => percentage));
    const preview = await invoices.createPreview({
      customer: this.#customer,
      subscription_details: {
        items,
        default_tax_rates,
        billing_cycle_anchor: { type: 'timestamp', timestamp: anchor },
        ...(backdateStartDate === undefined ? {} : { start_date: backdateStartDate }),
      },
    });
    const { id, items: made } = await subscriptions.create({
      customer: this.#customer,
      items,
      default_tax_rates,
      billing_cycle_anchor: anchor,
      ...(backdateStartDate === undefined ? {} : { backdate_start_date: backdateStartDate }),
    });
    this.#subscription = id;
    this.#item = made.data[0]?.id ?? '';
    return { preview, billed: await this.#newInvoice() };
  }

  /**
   * @param after the time of the previous change
   * @returns with the time of the change
   */
  async change({ amount, quantity, prorationBehavior, share, hesitation }: Change, after: number): Promise<Announced & { made: number }> {
    const end = this.#sale.anchor ?? 0;
    const proration_date = after + Math.floor((end - 1 - after) * share);
    const made = Math.min(proration_date + hesitation, end - 1);
    const items = [{ id: this.#item, price: await this.#price(amount), quantity }];
    const change = { items, proration_behavior: prorationBehavior, proration_date };
    const { subscriptions, invoices } = this.#sandbox.stripe;
    this.#sandbox.sandbox.moveClock(proration_date);
    const preview = await invoices.createPreview({ subscription: this.#subscription, subscription_details: change });
    this.#sandbox.sandbox.moveClock(made);
    await subscriptions.update(this.#subscription, change);
    const atOnce = (await this.#unknown()).length > 0;
    // if nothing is invoiced immediately, the preview is of the renewal after the change
    const billed = atOnce ? await this.#newInvoice() : await invoices.createPreview({ subscription: this.#subscription });
    return { preview, billed, made };
  }

  async renew(): Promise<Announced> {
    const preview = await this.#sandbox.stripe.invoices.createPreview({ subscription: this.#subscription });
    this.#sandbox.sandbox.moveClock((this.#sale.anchor ?? 0) + 3600);
    return { preview, billed: await this.#newInvoice() };
  }

  async #unknown(): Promise<Stripe.Invoice[]> {
    const { data } = await this.#sandbox.stripe.invoices.list({ subscription: this.#subscription, limit: 100 });
    return data.filter(({ id }) => !this.#known.has(id));
  }

  async #newInvoice(): Promise<Stripe.Invoice> {
    const [invoice, ...more] = await this.#unknown();
    if (invoice?.status !== 'paid' || more.length > 0) throw new Error('Expected exactly one paid invoice');
    this.#known.add(invoice.id);
    return invoice;
  }

  async #price(unit_amount: number): Promise<string> {
    const price = { product: this.#product, currency: 'usd', unit_amount, recurring: { interval: 'month' } } as const;
    return (await this.#sandbox.stripe.prices.create(price)).id;
  }

  async #rates(percentages: readonly number[]): Promise<string[]> {
    const { taxRates } = this.#sandbox.stripe;
    const made = percentages.map((percentage) => taxRates.create({ display_name: 'Tax', inclusive: false, percentage }));
    return (await Promise.all(made)).map(({ id }) => id);
  }
}

it(`${cases} random first months are invoiced as previewed, to the cent (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(signUps, changes, async (sale, wanted) => {
      const life = await Life.begin(sale);
      const announced: Announced[] = [await life.signUp()];
      let moment = sale.at;
      for (const change of wanted) {
        const { made, ...step } = await life.change(change, moment);
        announced.push(step);
        moment = made;
      }
      announced.push(await life.renew());
      expect(announced.map(({ billed }) => bill(billed))).toEqual(announced.map(({ preview }) => bill(preview)));
    }),
    { numRuns: cases, seed },
  );
});
