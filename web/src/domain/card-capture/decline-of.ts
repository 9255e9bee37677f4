import type { z } from 'zod';
import type { getPaymentIntent } from '@washdesk/contracts/billing/payment-intent';
import type { CallFailure } from '../../lib/api/call-failure.ts';
import type { Decline } from '../../lib/card-reader/card-collector.ts';

export type PaymentState = z.output<typeof getPaymentIntent.response>;

/** Returns why a payment was declined, from Stripe: a reader only reports code and message. */
export function declineOf({ latest_charge: charge, last_payment_error: error }: PaymentState, told?: Decline): Decline {
  return {
    code: error?.decline_code ?? error?.code ?? told?.code ?? null,
    message: error?.message ?? told?.message ?? null,
    reason: charge?.outcome?.reason ?? null,
    riskLevel: charge?.outcome?.risk_level ?? null,
    sellerMessage: charge?.outcome?.seller_message ?? null,
  };
}

/** Returns why a payment was declined, from the API's 402. */
export function declineOfFailure({ message, details = {} }: CallFailure): Decline {
  const text = (name: string): string | null => {
    const value = details[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    code: text('declineCode') ?? text('code'),
    message,
    reason: text('reason'),
    riskLevel: text('riskLevel'),
    sellerMessage: text('sellerMessage'),
  };
}
