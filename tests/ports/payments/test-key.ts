/** Set by `npm run stripe:real` only: a key that happens to be in the environment must not send a test run to Stripe. */
export const realStripeVariable = 'WASHDESK_STRIPE_REAL';

/** Returns the key of Stripe's test mode. @throws Error for a missing key and for a live key, without repeating it */
export function testKey(): string {
  const key = process.env['STRIPE_TEST_KEY'];
  if (!key) throw new Error('Set STRIPE_TEST_KEY to a secret key of a Stripe account in test mode');
  if (!/^[sr]k_test_/.test(key)) throw new Error('STRIPE_TEST_KEY is not a test key: it must begin with sk_test_ or rk_test_');
  return key;
}
