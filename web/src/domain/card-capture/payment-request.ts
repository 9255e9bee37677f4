import type { z } from 'zod';
import type { Charge } from '@washdesk/contracts/billing/charge';
import type { createPaymentIntent } from '@washdesk/contracts/billing/payment-intent';

type Body = z.input<typeof createPaymentIntent.body>;
type RequestedFields =
  | 'amount'
  | 'originalamount'
  | 'overridereason'
  | 'description'
  | 'saleid'
  | 'terminal'
  | 'customerId'
  | 'email'
  | 'refNumber'
  | 'confirm';

/** The payment to charge. The same key is the same charge, even after a reload: it is never charged twice. */
export type CardPaymentRequest = Pick<Body, RequestedFields> & { key: string };

export interface Approved {
  /** Stripe's id; of a setup intent if the amount was too small for a charge, so that the card was saved instead. */
  paymentIntent: string;
  /** Null if a card was saved instead. */
  charge: Charge | null;
  /** The amount in cents, only if nothing was charged here because this payment had already paid the sale. */
  elsewhere?: { amount: number };
}
