import { Stripe } from 'stripe';
import { makeCompany } from '@washdesk/simulators/company/company';
import { offsetTo } from '../company-clock.fixture.ts';
import { startStripeSimulator, type StripeSimulator, type StripeSimulatorOptions } from '../simulator.ts';
import { idOf } from '../stand-in.fixture.ts';

export interface TestStripe {
  stripe: Stripe;
  simulator: StripeSimulator;
  /** Creates a customer whose default card is attached by Stripe's token. */
  customerWith(token: string): Promise<{ customer: string; card: string }>;
  /** Returns the events since the last call, oldest first. */
  newEvents(): string[];
}

/** Starts a simulator of a small company with the real SDK as its client. */
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
