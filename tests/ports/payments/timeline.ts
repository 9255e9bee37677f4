import type { Stripe } from 'stripe';
import { firstOfNextMonth } from '@washdesk/rules/dates/billing-instant';
import { until } from '@washdesk/test-support/until';

export interface CustomerWithCard {
  id: string;
  /** The default payment method. */
  card: string;
}

const epochSeconds = (instant: Date): number => instant.getTime() / 1_000;

/** Milliseconds that Stripe may take for a month of a test clock. */
const advanceWithinMs = 180_000;

/** A test's own period in the future: a Stripe test clock, and the customers on it. */
export class Timeline {
  readonly #stripe: Stripe;
  readonly id: string;
  /** Epoch seconds: the 10th of a month, 15:00 UTC. */
  readonly start: number;
  now: number;

  private constructor(stripe: Stripe, id: string, start: number) {
    this.#stripe = stripe;
    this.id = id;
    this.start = start;
    this.now = start;
  }

  /** @param after earliest start, in epoch seconds */
  static async open(stripe: Stripe, after: number): Promise<Timeline> {
    const first = firstOfNextMonth(new Date(after * 1_000));
    const start = epochSeconds(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), 10, 15)));
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start, name: 'washdesk: payments suite' });
    return new Timeline(stripe, clock.id, start);
  }

  /** Returns the billing instant this many months ahead: 0 is the one that began the starting month, 1 the next. */
  first(months: number): number {
    const started = new Date(this.start * 1_000);
    return epochSeconds(new Date(Date.UTC(started.getUTCFullYear(), started.getUTCMonth() + months, 1, 10)));
  }

  /** Resolves when everything due until then is done. */
  async advanceTo(instant: number): Promise<void> {
    const { testClocks } = this.#stripe.testHelpers;
    await testClocks.advance(this.id, { frozen_time: instant });
    const settled = async () => ((await testClocks.retrieve(this.id)).status === 'ready' ? true : null);
    await until(`the test clock is ready`, settled, advanceWithinMs);
    this.now = instant;
  }

  /** Advances past the billing instant and the hour after which a renewal's invoice is charged. */
  advancePast(months: number): Promise<void> {
    return this.advanceTo(this.first(months) + 2 * 3_600);
  }

  /** @param card one of Stripe's test cards: the rest of `pm_card_…` */
  async customer(card = 'visa'): Promise<CustomerWithCard> {
    const method = `pm_card_${card}`;
    const customer = await this.#stripe.customers.create({
      name: 'Suite Payments',
      test_clock: this.id,
      payment_method: method,
      invoice_settings: { default_payment_method: method },
    });
    const attached = customer.invoice_settings.default_payment_method;
    if (typeof attached !== 'string') throw new Error(`${customer.id} has no default card`);
    return { id: customer.id, card: attached };
  }

  /** Deletes the clock with its customers. */
  async close(): Promise<void> {
    await this.#stripe.testHelpers.testClocks.del(this.id);
  }
}
