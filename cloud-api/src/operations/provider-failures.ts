import { previewOutdated } from '@washdesk/rules/plans/sign-up-terms';
import { Failure } from '../common/failure.ts';
import { CardDeclined, PaymentsRefused, PaymentsUnavailable, type Decline } from '../ports/payments.ts';

/** What a declined card tells the caller. */
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
  new Failure(503, 'stripe_unavailable', 'Stripe cannot be reached at the moment. Please try again', { cause });

/** The times that a preview was made for: Stripe refuses them when their period has ended since, or not begun by its own clock. */
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
  reason.trim() === '' ? 'Stripe did not accept this and gave no reason' : `Stripe did not accept this. It says: ${reason}`;

/** The provider's answers as failures of ours; anything else stays what it is. */
export function failureOf(error: unknown): unknown {
  if (error instanceof CardDeclined) return declined(error);
  if (error instanceof PaymentsUnavailable) return stripeUnavailable(error);
  if (error instanceof PaymentsRefused) {
    const { status, code, param, message } = error;
    if (previewedTimes.has(param)) return new Failure(409, 'preview_outdated', previewOutdated, { cause: error });
    return new Failure(status === 404 ? 404 : 400, 'stripe_refused', wordsOf(message), { details: { code, param }, cause: error });
  }
  return error;
}

/** For a question that is asked outside an operation, while its facts are gathered. @throws Failure, 503 `stripe_unavailable` among them */
export async function withProviderFailures<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    throw failureOf(error);
  }
}
