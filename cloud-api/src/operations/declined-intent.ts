import type { Failure } from '../common/failure.ts';
import type { ProviderCharge, ProviderPaymentIntent } from '../common/provider-objects.ts';
import { CardDeclined } from '../ports/payments.ts';
import { declined } from './provider-failures.ts';

/** Returns the 402 for a payment whose card was declined earlier: at a reader, or in a previous run. */
export function declinedIntent(intent: ProviderPaymentIntent, charge: ProviderCharge | null): Failure {
  const { last_payment_error: error } = intent;
  return declined(
    new CardDeclined({
      code: error?.code ?? 'card_declined',
      declineCode: error?.decline_code ?? null,
      message: error?.message ?? 'The Transaction was declined',
      outcome: charge?.outcome ?? null,
      paymentIntent: intent.id,
      charge: charge?.id ?? null,
    }),
  );
}
