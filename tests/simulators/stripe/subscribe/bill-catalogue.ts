import type { Stripe } from 'stripe';
import type { Price, TaxRate } from '../billing/model.ts';

/** The catalog of worked bills: creates each price, product and tax rate through the API on first use. */
export class BillCatalogue {
  readonly #stripe: Stripe;
  readonly #made = new Map<string, string>();

  constructor(stripe: Stripe) {
    this.#stripe = stripe;
  }

  async price({ id, name, amount, interval }: Price): Promise<string> {
    const product = await this.product(name);
    const recurring = { interval: interval.unit, interval_count: interval.count };
    return this.#once(id, () => this.#stripe.prices.create({ product, currency: 'usd', unit_amount: amount, recurring }));
  }

  product(name: string): Promise<string> {
    return this.#once(name, () => this.#stripe.products.create({ name }));
  }

  async taxRates(rates: readonly TaxRate[]): Promise<string[]> {
    const ids = [];
    for (const { id, percentage } of rates) {
      ids.push(await this.#once(id, () => this.#stripe.taxRates.create({ display_name: id, inclusive: false, percentage })));
    }
    return ids;
  }

  async #once(key: string, make: () => Promise<{ id: string }>): Promise<string> {
    const id = this.#made.get(key) ?? (await make()).id;
    this.#made.set(key, id);
    return id;
  }
}
