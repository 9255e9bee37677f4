import { announceNew } from '../announce.ts';
import type * as billing from '../billing/model.ts';
import { newPrice, type Price, type Recurring } from '../objects/price.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { invalidParameter, missingParameter, noSuchReference } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';

const intervals: readonly Recurring['interval'][] = ['day', 'week', 'month', 'year'];
const taxBehaviors = ['exclusive', 'unspecified'] as const;

/** The prices of one request: existing ones, and described ones, which are only created on `keep`. */
export class PriceBook {
  readonly #sandbox: Sandbox;
  readonly #made = new Map<string, Price>();

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  /** Returns a stored price, or one of this request. */
  find(id: string): Price | undefined {
    return this.#made.get(id) ?? this.#sandbox.store.get('price', id);
  }

  /** Reads a recurring price: `price` or `price_data`. @returns undefined if both are omitted */
  recurring(input: Input): Price | undefined {
    const price = this.#named(input, 'price') ?? this.#named(input, 'plan') ?? this.#described(input, true);
    if (price && !price.recurring) {
      throw invalidParameter(
        input.param('price'),
        `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      );
    }
    return price;
  }

  /** Reads a one-time price. @returns undefined if both are omitted */
  once(input: Input): Price | undefined {
    const price = this.#named(input, 'price') ?? this.#described(input, false);
    if (price?.recurring) {
      throw invalidParameter(
        input.param('price'),
        `The price specified is set to \`type=recurring\` but this field only accepts prices with \`type=one_time\`.`,
      );
    }
    return price;
  }

  nameOf({ product }: Price): string {
    return this.#sandbox.store.get('product', product)?.name ?? product;
  }

  /** Returns the price in the engine's form. */
  billable(price: Price): billing.Price {
    if (!price.recurring) throw new Error(`Price ${price.id} is not recurring`);
    const { interval, interval_count } = price.recurring;
    return { id: price.id, name: this.nameOf(price), amount: price.unit_amount, interval: { unit: interval, count: interval_count } };
  }

  /** Stores the prices that the request described and emits their events. */
  keep(): void {
    for (const price of this.#made.values()) announceNew(this.#sandbox, price, 'price.created');
  }

  #named(input: Input, name: string): Price | undefined {
    const id = input.text(name);
    if (id === undefined) return undefined;
    const price = this.find(id);
    if (!price) throw noSuchReference('price', id, input.param(name));
    if (!price.active) throw invalidParameter(input.param(name), 'The price specified is inactive. This field only accepts active prices.');
    if (price.currency !== 'usd') throw invalidParameter(input.param(name), 'Subscriptions in other currencies are not modeled.');
    if (price.recurring?.usage_type === 'metered') throw invalidParameter(input.param(name), 'Metered usage is not modeled.');
    return price;
  }

  #described(input: Input, recurs: boolean): Price | undefined {
    const data = input.object('price_data');
    if (!data) return undefined;
    data.allowOnly(['currency', 'product', 'unit_amount', 'unit_amount_decimal', 'tax_behavior', ...(recurs ? ['recurring'] : [])]);
    const product = data.required('product');
    if (!this.#sandbox.store.get('product', product)) throw noSuchReference('product', product, data.param('product'));
    const price = newPrice({
      id: this.#sandbox.newId('price'),
      product,
      unitAmount: unitAmountOf(data),
      created: this.#sandbox.now(),
      recurring: recurs ? recurringOf(data) : null,
      // inline prices cannot be used again
      active: false,
      taxBehavior: data.choice('tax_behavior', taxBehaviors),
    });
    dollarsOnly(data);
    this.#made.set(price.id, price);
    return price;
  }
}

export function recurringOf(input: Input) {
  const recurring = input.object('recurring');
  if (!recurring) throw missingParameter(input.param('recurring'));
  recurring.allowOnly(['interval', 'interval_count', 'usage_type']);
  const interval = recurring.choice('interval', intervals);
  if (!interval) throw missingParameter(recurring.param('interval'));
  const usage = recurring.choice('usage_type', ['licensed', 'metered']) ?? 'licensed';
  return { interval, count: recurring.integer('interval_count', { from: 1, to: 365 }) ?? 1, usage };
}

/** Reads whole cents: a price with fractions of a cent is rejected. */
export function unitAmountOf(input: Input): number {
  const name = input.has('unit_amount') ? 'unit_amount' : 'unit_amount_decimal';
  const amount = input.integer(name, { from: -99_999_999, to: 99_999_999 });
  if (amount === undefined) throw missingParameter(input.param('unit_amount'));
  return amount;
}

export function dollarsOnly(input: Input): void {
  const currency = input.required('currency');
  if (currency !== 'usd') throw invalidParameter(input.param('currency'), `Invalid currency: ${currency}. This account takes usd.`);
}
