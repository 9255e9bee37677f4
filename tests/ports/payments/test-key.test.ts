import { afterEach, expect, it, vi } from 'vitest';
import { testKey } from './test-key.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

it.each(['', 'sk_live_abc', 'pk_test_abc', 'nonsense'])('refuses "%s"', (key) => {
  vi.stubEnv('STRIPE_TEST_KEY', key);
  expect(testKey).toThrow(/STRIPE_TEST_KEY/);
});

it('does not repeat a key of real money', () => {
  vi.stubEnv('STRIPE_TEST_KEY', 'sk_live_abc');
  expect(testKey).not.toThrow('abc');
});

it.each(['sk_test_abc', 'rk_test_abc'])('takes %s', (key) => {
  vi.stubEnv('STRIPE_TEST_KEY', key);
  expect(testKey()).toBe(key);
});
