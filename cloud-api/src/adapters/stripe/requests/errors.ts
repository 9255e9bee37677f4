import { Stripe } from 'stripe';
import { CardDeclined, PaymentsRefused, PaymentsUnavailable } from '../../../ports/payments.ts';

const { errors } = Stripe;

/** No connection, too many calls, Stripe's own faults, and a key that is refused: repeating may help. */
const passing = [
  errors.StripeConnectionError,
  errors.StripeAPIError,
  errors.StripeRateLimitError,
  errors.StripeAuthenticationError,
  errors.StripePermissionError,
  errors.StripeIdempotencyError,
];

/** The one place where the SDK's errors become those of the port; an error of our own is returned as it is. */
export function translated(error: unknown): unknown {
  if (passing.some((kind) => error instanceof kind)) return unavailable(error as Stripe.errors.StripeError);
  if (error instanceof errors.StripeCardError) return declined(error);
  if (error instanceof errors.StripeInvalidRequestError) return refused(error);
  return error;
}

/**
 * Stripe answers a repeated key with its first answer, a fault of its own included. A key that an earlier version of the cloud used with
 * other parameters never gives the outcome either.
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
      // absent where the bank gave none, whatever the SDK's type says
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

/** Null where Stripe has no such object. */
export async function nullIfMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof PaymentsRefused && error.code === 'resource_missing') return null;
    throw error;
  }
}

/** For a step that was executed before: `taken` tells whether the refusal says just that, and returns null where it does not. */
export async function orExisting<T>(call: Promise<T>, taken: () => Promise<T | null>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const found = error instanceof PaymentsRefused ? await taken() : null;
    if (found === null) throw error;
    return found;
  }
}
