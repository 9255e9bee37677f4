import { Stripe } from 'stripe';
import type { Store } from '@washdesk/stripe-simulator/state/store';

/** Activity at Stripe that Washdesk did not cause: seeded random choices among existing objects, so every call is valid. */
export class GeneratedStripeActivity {
  readonly #sdk: Stripe;
  readonly #store: Store;
  readonly #random: () => number;
  readonly #prices: string[];
  #born = 0;

  constructor(port: number, store: Store, random: () => number) {
    this.#sdk = new Stripe('sk_test_life', { host: '127.0.0.1', port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
    this.#store = store;
    this.#random = random;
    const active = store.list('price').filter((price) => price.active && price.type === 'recurring');
    this.#prices = active.map(({ id }) => id);
  }

  /** Makes one random call; skips it without a suitable customer. A card may decline. */
  async step(): Promise<void> {
    const activities = [
      () => this.#signUp('pm_card_visa'),
      () => this.#signUp('pm_card_chargeCustomerFail'),
      () => this.#rename(),
      () => this.#charge('pm_card_mastercard'),
      () => this.#charge('pm_card_createDispute'),
      () => this.#refund(),
      () => this.#changePlan(),
      () => this.#discontinue(),
      () => this.#end(),
      () => this.#replaceCard(),
      () => this.#schedule(),
      () => this.#editProduct(),
      () => this.#forget(),
    ];
    try {
      await this.#pick(activities)?.();
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
    }
  }

  #pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.#random() * from.length)];
  }

  #customer(): string | undefined {
    return this.#pick(this.#store.list('customer'))?.id;
  }

  #subscription() {
    return this.#pick(this.#store.list('subscription').filter(({ status, schedule }) => status === 'active' && schedule === null));
  }

  async #signUp(card: string): Promise<void> {
    const price = this.#pick(this.#prices);
    this.#born += 1;
    const { id } = await this.#sdk.customers.create({ name: `Member ${this.#born}`, metadata: { CustomerCode: `NEW${this.#born}-IL` } });
    const method = await this.#sdk.paymentMethods.attach(card, { customer: id });
    await this.#sdk.customers.update(id, { invoice_settings: { default_payment_method: method.id } });
    await this.#sdk.subscriptions.create({
      customer: id,
      items: [{ price: price! }],
      default_payment_method: method.id,
      payment_behavior: 'allow_incomplete',
      off_session: true,
      metadata: { site: '12', employeename: 'Sam Fuller' },
    });
  }

  async #rename(): Promise<void> {
    const id = this.#customer();
    if (id) await this.#sdk.customers.update(id, { name: `Renamed ${Math.floor(this.#random() * 1_000)}` });
  }

  async #charge(card: string): Promise<void> {
    const customer = this.#customer();
    if (!customer) return;
    const method = await this.#sdk.paymentMethods.attach(card, { customer });
    const amount = 100 + Math.floor(this.#random() * 5_000);
    await this.#sdk.paymentIntents.create({
      amount,
      currency: 'usd',
      customer,
      payment_method: method.id,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      confirm: true,
      off_session: true,
      metadata: { site: '27', terminal: 'Washcashier1' },
    });
  }

  async #refund(): Promise<void> {
    const charge = this.#pick(
      this.#store
        .list('charge')
        .filter((one) => one.status === 'succeeded' && one.captured && !one.disputed && one.amount_refunded < one.amount_captured),
    );
    if (charge) await this.#sdk.refunds.create({ charge: charge.id, amount: 1 });
  }

  async #changePlan(): Promise<void> {
    const subscription = this.#subscription();
    const price = this.#pick(this.#prices);
    if (!subscription || !price) return;
    const { items } = await this.#sdk.subscriptions.retrieve(subscription.id);
    await this.#sdk.subscriptions.update(subscription.id, { items: [{ id: items.data[0]!.id, price }], proration_behavior: 'none' });
  }

  async #discontinue(): Promise<void> {
    const subscription = this.#subscription();
    if (!subscription) return;
    await this.#sdk.subscriptions.update(subscription.id, { cancel_at_period_end: true, cancellation_details: { comment: 'moved away' } });
  }

  async #end(): Promise<void> {
    const subscription = this.#subscription();
    if (subscription) await this.#sdk.subscriptions.cancel(subscription.id, { prorate: false, invoice_now: false });
  }

  async #replaceCard(): Promise<void> {
    const customer = this.#customer();
    if (!customer) return;
    const method = await this.#sdk.paymentMethods.attach('pm_card_amex', { customer });
    await this.#sdk.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
    const old = this.#store.list('payment_method').find((one) => one.customer === customer && one.id !== method.id);
    if (old) await this.#sdk.paymentMethods.detach(old.id);
  }

  async #schedule(): Promise<void> {
    const subscription = this.#subscription();
    if (!subscription || subscription.cancel_at_period_end) return;
    const schedule = await this.#sdk.subscriptionSchedules.create({ from_subscription: subscription.id });
    if (this.#random() < 0.5) await this.#sdk.subscriptionSchedules.release(schedule.id);
  }

  async #editProduct(): Promise<void> {
    const product = this.#pick(this.#store.list('product'));
    if (product) await this.#sdk.products.update(product.id, { metadata: { sort_order: String(Math.floor(this.#random() * 100)) } });
  }

  async #forget(): Promise<void> {
    const id = this.#customer();
    if (id && this.#random() < 0.3) await this.#sdk.customers.del(id);
  }
}
