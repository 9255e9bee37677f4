import type { StripeAddress } from './adapters/stripe/requests/connect.ts';
import type { Config } from './config.ts';

/** Real Stripe if neither host nor port is set. */
export const stripeAddress = (config: Config): StripeAddress => ({
  secretKey: config.WASHDESK_STRIPE_SECRET_KEY,
  host: config.WASHDESK_STRIPE_HOST,
  port: config.WASHDESK_STRIPE_PORT,
  protocol: config.WASHDESK_STRIPE_PROTOCOL,
  backgroundPerSecond: config.WASHDESK_STRIPE_BACKGROUND_PER_SECOND,
});
