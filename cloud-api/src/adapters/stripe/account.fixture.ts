import { Stripe } from 'stripe';
import { makeCompany } from '@washdesk/simulators/company/company';
import { offsetTo } from '@washdesk/stripe-simulator/company-clock.fixture';
import { startStripeSimulator, type StripeSimulator } from '@washdesk/stripe-simulator/simulator';
import type { Payments, Step } from '../../ports/payments.ts';
import { stripePayments } from './stripe-payments.ts';

/** The simulator's time is frozen at this instant, so that no months pass between it and the test's. */
const seededAt = '2026-11-21T15:30:00Z';

/** The adapter connected to a simulator with a small company. */
export interface TestAccount {
  payments: Payments;
  stripe: StripeSimulator;
  /** Stripe's own SDK on the same simulator, for actions that only a reader or a cardholder can take. */
  outside: Stripe;
  company: ReturnType<typeof makeCompany>;
  /** Creates a new step, of a new operation unless one is named. */
  step(name: string, operation?: string): Step;
  stop(): Promise<void>;
}

export async function openTestAccount(options: { members?: number; backgroundPerSecond?: number } = {}): Promise<TestAccount> {
  const company = makeCompany({ now: new Date(seededAt), members: options.members ?? 120 });
  const stripe = await startStripeSimulator({ company, clockOffsetMs: offsetTo(seededAt) });
  const address = { host: '127.0.0.1', port: stripe.port, protocol: 'http' } as const;
  let operations = 0;
  return {
    payments: stripePayments({ ...address, secretKey: 'sk_test_adapter', backgroundPerSecond: options.backgroundPerSecond ?? 1_000 }),
    stripe,
    outside: new Stripe('sk_test_outside', { ...address, telemetry: false }),
    company,
    step: (name, operation) => ({
      operation: operation ?? `operation-${(operations += 1)}`,
      step: name,
      attempt: 1,
    }),
    stop: () => stripe.stop(),
  };
}
