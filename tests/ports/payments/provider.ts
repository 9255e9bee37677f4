import { makeCompany } from '../../simulators/company/company.ts';
import { startStripeSimulator } from '../../simulators/stripe/simulator.ts';
import { realSwitch, testKey } from './test-key.ts';

/** Where Stripe is: the stand-in of this repository, or Stripe's own test mode (`npm run stripe:real`). */
export interface Provider {
  secretKey: string;
  host?: string;
  port?: number;
  protocol?: 'http';
  stop(): Promise<void>;
}

export async function openProvider(): Promise<Provider> {
  if (process.env[realSwitch]) return { secretKey: testKey(), stop: () => Promise.resolve() };
  const simulator = await startStripeSimulator({ company: makeCompany({ now: new Date(), members: 10 }) });
  return { secretKey: 'sk_test_suite', host: '127.0.0.1', port: simulator.port, protocol: 'http', stop: () => simulator.stop() };
}
