import { Stripe } from 'stripe';
import { expect, it } from 'vitest';
import { PaymentsUnavailable } from '../../../ports/payments.ts';
import { translated } from './errors.ts';

it('takes a key that was used with other parameters for one that can answer no more, not for a refusal', () => {
  const error = new Stripe.errors.StripeIdempotencyError({
    type: 'idempotency_error',
    statusCode: 400,
    message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
  } as never);
  expect(translated(error)).toSatisfy((one) => one instanceof PaymentsUnavailable && one.kept);
});
