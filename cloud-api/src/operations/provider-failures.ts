import { previewOutdated } from '@washdesk/rules/plans/sign-up-terms';
import { Failure } from '../common/failure.ts';
import { CardDeclined, PaymentsRefused, PaymentsUnavailable, type Decline } from '../ports/payments.ts';

/** The details of a declined card for the caller. */
export const declineDetails = ({ code, declineCode, outcome, paymentIntent, charge }: Decline) => ({
  code,
  declineCode,
  reason: outcome?.reason ?? null,
  riskLevel: outcome?.risk_level ?? null,
  sellerMessage: outcome?.seller_message ?? null,
  networkStatus: outcome?.network_status ?? null,
  paymentIntent,
  charge,
});

export const declined = ({ decline }: CardDeclined, more: { message?: string; details?: Record<string, unknown> } = {}): Failure =>
  new Failure(402, 'card_declined', more.message ?? decline.message, { details: { ...declineDetails(decline), ...more.details } });

export const stripeUnavailable = (cause: unknown): Failure =>
  new Failure(503, 'stripe_unavailable', 'Can’t reach Stripe right now. Try again', { cause });

/** The time parameters of a preview: Stripe rejects them if their period has ended since, or has not begun by Stripe's own clock. */
const previewedTimes: ReadonlySet<string | null> = new Set([
  'proration_date',
  'subscription_proration_date',
  'subscription_details[proration_date]',
  'billing_cycle_anchor',
  'subscription_details[billing_cycle_anchor]',
  'backdate_start_date',
  'subscription_details[start_date]',
  'trial_end',
  'subscription_details[trial_end]',
]);

const wordsOf = (reason: string): string =>
  reason.trim() === '' ? 'Stripe rejected this without a reason' : `Stripe rejected this: ${reason}`;

/** Converts an error of the provider to a Failure; returns any other error unchanged. */
export function providerFailure(error: unknown): unknown {
  if (error instanceof CardDeclined) return declined(error);
  if (error instanceof PaymentsUnavailable) return stripeUnavailable(error);
  if (error instanceof PaymentsRefused) {
    const { status, code, param, message } = error;
    if (previewedTimes.has(param)) return new Failure(409, 'preview_outdated', previewOutdated, { cause: error });
    return new Failure(status === 404 ? 404 : 400, 'stripe_refused', wordsOf(message), { details: { code, param }, cause: error });
  }
  return error;
}

/**
 * Converts errors to failures for a read outside an operation's run, such as while its facts are collected.
 * @throws Failure, including 503 `stripe_unavailable`
 */
export async function withProviderFailures<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    throw providerFailure(error);
  }
}
