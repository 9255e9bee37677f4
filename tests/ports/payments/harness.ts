import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { afterEach, beforeAll } from 'vitest';
import { stripePayments } from '@washdesk/cloud-api/adapters/stripe/stripe-payments';
import type { CardReader, Payments, Step } from '@washdesk/cloud-api/ports/payments';
import { makeCompany } from '@washdesk/simulators/company/company';
import { startStripeSimulator } from '@washdesk/stripe-simulator/simulator';
import { realStripeVariable, testKey } from './test-key.ts';
import { Timeline } from './timeline.ts';

/** The target: the simulator of this repository, or Stripe's own test mode (`npm run stripe:real`). */
interface Provider {
  secretKey: string;
  host?: string;
  port?: number;
  protocol?: 'http';
  stop(): Promise<void>;
}

async function openProvider(): Promise<Provider> {
  if (process.env[realStripeVariable]) return { secretKey: testKey(), stop: () => Promise.resolve() };
  const simulator = await startStripeSimulator({ company: makeCompany({ now: new Date(), members: 10 }) });
  return { secretKey: 'sk_test_suite', host: '127.0.0.1', port: simulator.port, protocol: 'http', stop: () => simulator.stop() };
}

const apiVersion = '2026-10-28.endive';

/**
 * Time, cards and catalog for the port's suite. The harness requests them from Stripe's own API, the same at the simulator and at Stripe,
 * so that the suite cannot tell the two apart.
 */
export class Harness {
  readonly payments: Payments;
  readonly stripe: Stripe;
  readonly product: string;
  readonly #provider: Provider;
  readonly #timelines: Timeline[] = [];
  readonly #readers: CardReader[] = [];
  readonly #customers: string[] = [];
  /** The simulator has one time for all: a timeline starts after every earlier one. */
  #latest = Math.floor(Date.now() / 1_000);

  private constructor(provider: Provider, stripe: Stripe, product: string) {
    this.#provider = provider;
    this.stripe = stripe;
    this.product = product;
    const { secretKey, host, port, protocol } = provider;
    this.payments = stripePayments({ secretKey, host, port, protocol, backgroundPerSecond: 20 });
  }

  static async open(): Promise<Harness> {
    const provider = await openProvider();
    const { secretKey, host, port, protocol } = provider;
    const stripe = new Stripe(secretKey, { apiVersion, telemetry: false, ...(host && port && protocol ? { host, port, protocol } : {}) });
    const product = await stripe.products.create({ name: 'Washdesk payments suite' });
    return new Harness(provider, stripe, product.id);
  }

  async timeline(): Promise<Timeline> {
    const latest = Math.max(this.#latest, ...this.#timelines.map(({ now }) => now));
    const timeline = await Timeline.open(this.stripe, latest);
    this.#timelines.push(timeline);
    return timeline;
  }

  /** Returns a new operation to take steps of. */
  operation(): (step: string, attempt?: number) => Step {
    const operation = `suite-${randomUUID()}`;
    return (step, attempt = 1) => ({ operation, step, attempt });
  }

  /** Returns a single-use step. */
  step(): Step {
    return this.operation()('only');
  }

  /** Creates a customer without a card, outside the test clocks. */
  async customer(): Promise<string> {
    const { id } = await this.payments.createCustomer(this.step(), { name: 'Suite Payments' });
    this.#customers.push(id);
    return id;
  }

  /** Creates a monthly price in cents. */
  async price(amount: number): Promise<string> {
    const wanted = { product: this.product, amount, nickname: `Suite ${amount}`, metadata: {} };
    return (await this.payments.createPrice(this.step(), wanted)).id;
  }

  async taxRate(percentage: number): Promise<string> {
    return (await this.stripe.taxRates.create({ display_name: 'Sales tax', percentage, inclusive: false })).id;
  }

  /** Creates a simulated reader at its own location. */
  async reader(): Promise<CardReader> {
    const address = { line1: '1 Wash Street', city: 'Springfield', state: 'IL', postal_code: '62701', country: 'US' };
    const location = await this.stripe.terminal.locations.create({ display_name: 'Payments suite', address });
    const wanted = { location: location.id, code: 'simulated-wpe', label: 'Suite counter' };
    const reader = await this.payments.registerReader(this.step(), wanted);
    this.#readers.push(reader);
    return reader;
  }

  /** Presents a card to the reader, for a payment intent or a setup intent. */
  async tap(reader: CardReader, intent: string, number = '4242424242424242'): Promise<void> {
    const { readers } = this.stripe.terminal;
    if (intent.startsWith('seti_')) {
      await readers.processSetupIntent(reader.id, { setup_intent: intent, allow_redisplay: 'always' });
    } else {
      await readers.processPaymentIntent(reader.id, { payment_intent: intent });
    }
    await this.stripe.testHelpers.terminal.readers.presentPaymentMethod(reader.id, { type: 'card_present', card_present: { number } });
  }

  /** Removes everything at Stripe that would bill a customer. */
  async tidy(): Promise<void> {
    for (const reader of this.#readers.splice(0)) {
      await this.payments.deleteReader(reader.id);
      if (reader.location) await this.stripe.terminal.locations.del(reader.location);
    }
    for (const id of this.#customers.splice(0)) await this.payments.deleteCustomer(id);
    for (const timeline of this.#timelines.splice(0)) {
      this.#latest = Math.max(this.#latest, timeline.now);
      await timeline.close();
    }
  }

  async close(): Promise<void> {
    await this.stripe.products.update(this.product, { active: false });
    await this.#provider.stop();
  }
}

/** Provides one provider for a file's tests; each test's customers, clocks and readers are removed at its end. */
export function useHarness(): () => Harness {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.open();
    return () => harness.close();
  });
  afterEach(() => harness.tidy());
  return () => harness;
}
