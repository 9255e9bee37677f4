import type { Charge } from '@washdesk/contracts/billing/charge';
import type { createPaymentIntent } from '@washdesk/contracts/billing/payment-intent';
import type { z } from 'zod';

type Body = z.input<typeof createPaymentIntent.body>;
type RequestedFields =
  | 'amount'
  | 'originalamount'
  | 'description'
  | 'saleid'
  | 'terminal'
  | 'customerId'
  | 'email'
  | 'refNumber'
  | 'confirm';

/** What is to be charged. The same key is the same charge, over a reload too: it never takes the money twice. */
export type CardPaymentRequest = Pick<Body, RequestedFields> & { key: string };

export interface Approved {
  /** Stripe's id; of a setup intent where the amount was too small for a charge, so that the card was saved instead. */
  paymentIntent: string;
  /** Null where a card was saved instead. */
  charge: Charge | null;
  /** Only where nothing was charged here, since this payment had the sale's money already: how much, in cents. */
  elsewhere?: { amount: number };
}
