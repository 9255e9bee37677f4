import { Stripe } from 'stripe';
import { offsetTo } from '../company-clock.fixture.ts';
import { makeCompany } from '@washdesk/simulators/company/company';
import { idOf } from '../stand-in.fixture.ts';
import { startStripeSimulator, type StripeSimulator, type StripeSimulatorOptions } from '../simulator.ts';

export interface TestStripe {
  stripe: Stripe;
  simulator: StripeSimulator;
  /** A customer with one attached card, by Stripe's token, that is the default. */
  customerWith(token: string): Promise<{ customer: string; card: string }>;
  /** What has been told since the call before, oldest first. */
  newEvents(): string[];
}

/** A stand-in of a small company with the real SDK before it. */
export async function startTestStripe(options: Pick<StripeSimulatorOptions, 'stateFile'> = {}): Promise<TestStripe> {
  const simulator = await startStripeSimulator({
    ...options,
    company: makeCompany({ now: new Date('2026-11-21T15:30:00Z'), members: 30 }),
    clockOffsetMs: offsetTo('2026-11-21T15:30:00Z'),
  });
  const stripe = new Stripe('sk_test_payments', {
    host: '127.0.0.1',
    port: simulator.port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  });
  let told = 0;
  return {
    stripe,
    simulator,
    async customerWith(token) {
      const created = await stripe.customers.create({ payment_method: token, invoice_settings: { default_payment_method: token } });
      return { customer: created.id, card: idOf(created.invoice_settings.default_payment_method) };
    },
    newEvents() {
      const events = simulator.store.list('event').toReversed().slice(told);
      told += events.length;
      return events.map(({ type }) => type);
    },
  };
}
