import { Stripe } from 'stripe';
import { CardDeclined, PaymentsRefused, PaymentsUnavailable } from '../../../ports/payments.ts';

const { errors } = Stripe;

/** No connection, too many calls, a fault at Stripe, or a rejected key: a retry may help. */
const passing = [
  errors.StripeConnectionError,
  errors.StripeAPIError,
  errors.StripeRateLimitError,
  errors.StripeAuthenticationError,
  errors.StripePermissionError,
  errors.StripeIdempotencyError,
];

/** Converts the SDK's errors to the port's, in this place only; returns our own errors unchanged. */
export function translated(error: unknown): unknown {
  if (passing.some((kind) => error instanceof kind)) return unavailable(error as Stripe.errors.StripeError);
  if (error instanceof errors.StripeCardError) return declined(error);
  if (error instanceof errors.StripeInvalidRequestError) return refused(error);
  return error;
}

/**
 * Stripe repeats its first response for a repeated key, even if that was Stripe's own server error. A key that an earlier version of the
 * cloud used with other parameters never returns the outcome either.
 */
function unavailable(error: Stripe.errors.StripeError): PaymentsUnavailable {
  const kept = error.headers?.['idempotent-replayed'] === 'true' || error instanceof errors.StripeIdempotencyError;
  return new PaymentsUnavailable('Can’t reach Stripe right now', { kept, cause: error });
}

function refused(error: Stripe.errors.StripeInvalidRequestError): PaymentsRefused {
  const { message, statusCode, code, param } = error;
  return new PaymentsRefused(message, { status: statusCode ?? 400, code: code ?? null, param: param ?? null }, error);
}

function declined(error: Stripe.errors.StripeCardError): CardDeclined {
  const { code, decline_code, message, payment_intent: paymentIntent, charge } = error;
  return new CardDeclined(
    {
      code: code ?? 'card_declined',
      // empty if the bank gave none, despite the SDK's type
      declineCode: decline_code || null,
      message,
      outcome: null,
      paymentIntent: paymentIntent?.id ?? null,
      charge: charge ?? null,
    },
    error,
  );
}

/** @throws PaymentsUnavailable, PaymentsRefused, CardDeclined */
export async function withTranslatedErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw translated(error);
  }
}

/** Returns null if Stripe has no such object. */
export async function nullIfMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof PaymentsRefused && error.code === 'resource_missing') return null;
    throw error;
  }
}

/** For a step that was executed before: `taken` returns the existing object if the rejection was caused by it, otherwise null. */
export async function orExisting<T>(call: Promise<T>, taken: () => Promise<T | null>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const found = error instanceof PaymentsRefused ? await taken() : null;
    if (found === null) throw error;
    return found;
  }
}
