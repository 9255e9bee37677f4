import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { realStripeVariable, testKey } from './test-key.ts';

/** `STRIPE_TEST_KEY=sk_test_… npm run stripe:real`: the payments port suite against Stripe's test mode, with test clocks. */
const root = join(import.meta.dirname, '../../..');

/** One file after the other, and slowly: a month at Stripe takes up to minutes, and test mode allows 25 requests per second. */
const slowly = ['--no-file-parallelism', '--testTimeout=900000', '--hookTimeout=120000'];

try {
  testKey();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'integration', ...slowly, 'tests/ports/payments/'],
  { cwd: root, env: { ...process.env, [realStripeVariable]: 'yes' }, stdio: 'inherit' },
);
process.exit(status ?? 1);
