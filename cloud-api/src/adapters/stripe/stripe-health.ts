import { Stripe } from 'stripe';
import type { Clock } from '../../ports/clock.ts';
import type { PaymentsHealth } from '../../ports/payments-health.ts';
import { apiVersion, type StripeAddress } from './requests/connect.ts';

const timeoutMs = 8_000;

/** Event types that each of our webhook endpoints receives; Stripe accepts at most 20 in one filter. */
const types = [
  'charge.succeeded',
  'charge.failed',
  'charge.refunded',
  'customer.created',
  'customer.updated',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'payment_intent.succeeded',
  'payment_method.attached',
];

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1_000);

/** Asks for one event, over a connection of its own, so that neither the limiter nor the SDK's retries hide a refusal. */
export function stripeHealth({ secretKey, host, port, protocol }: StripeAddress, systemClock: Clock): PaymentsHealth {
  const stripe = new Stripe(secretKey, { apiVersion, host, port, protocol, telemetry: false, timeout: timeoutMs, maxNetworkRetries: 0 });
  const ahead = (headers: Record<string, string> | undefined): number | null => {
    const date = Date.parse(headers?.date ?? '');
    // the header has no fractions of a second
    return Number.isNaN(date) ? null : Math.round(systemClock.now().getTime() - date - 500);
  };
  return {
    async probe({ after, before }) {
      try {
        const list = await stripe.events.list({ limit: 1, types, created: { gt: secondsOf(after), lt: secondsOf(before) } });
        const [event] = list.data;
        return {
          problem: null,
          aheadMs: ahead(list.lastResponse.headers),
          event: event ? new Date(event.created * 1_000) : null,
        };
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError)) throw error;
        return { problem: problemOf(error.statusCode), aheadMs: ahead(error.headers), event: null };
      }
    },
  };
}

/** A key without the right to read events is accepted otherwise, and a limit passes. */
function problemOf(status: number | undefined): string | null {
  if (status === undefined) return 'no response';
  if (status === 401) return 'the secret key isn’t valid';
  return status === 403 || status === 429 ? null : `status ${status}`;
}
