import { z } from 'zod';
import { maxDescription } from '@washdesk/rules/billing/charges';
import { maxAmountCents } from '@washdesk/rules/billing/money';
import { plainSaleNumber } from '@washdesk/rules/billing/sale-check';
import { endpoint, signedIn } from '../endpoint.ts';
import { untrimmedText, noCache, cardReference, plainText, providerId, trimmedText, yesNo } from '../values.ts';
import { charge } from './charge.ts';

const intentId = z.object({ id: providerId });
const cents = z.int().nonnegative().max(maxAmountCents);

/**
 * Starts a charge. Above 50 cents it is a payment, otherwise it only saves a card (`mode`), for the customer if one is given. A register's
 * charge names its sale or comes from a terminal. Any other is an office charge: it needs User, and its description may contain only
 * letters and numbers. `payment_method` charges a stored card of that customer at once and needs User. If `status` is `processing`, the
 * bank is still working: poll getPaymentIntent until it succeeds or has a `last_payment_error`. 400 `confirmation_needed` from 500 dollars
 * without `confirm`; 402 `card_declined`; 403 `forbidden`; 404 `customer_not_found`; 409 `amount_changed` if the amount is not the sale's,
 * 409 `sale_charged` if another payment of the sale is captured, authorized or pending, unless it was fully refunded; 409 `sale_voided`,
 * `customer_deleted`, `not_their_card`, `no_location`. Above the daily limits: 403 `forbidden` with `limit` and `moved` in its details.
 */
export const createPaymentIntent = endpoint({
  id: 'createPaymentIntent',
  method: 'POST',
  path: '/paymentintent',
  access: signedIn,
  summary: 'Start a charge',
  body: z.object({
    amount: cents,
    /** The sale's amount, which a cashier may not change; required for a reader's charge of a sale. AllowManualEntry lifts both rules. */
    originalamount: cents.optional(),
    /** Why the amount is not the sale's; stored with the payment and listed in report 3. */
    overridereason: trimmedText(200).optional(),
    description: trimmedText(maxDescription).optional(),
    saleid: plainText(40).transform(plainSaleNumber).optional(),
    terminal: trimmedText(30).optional(),
    location: untrimmedText(80).optional(),
    /** For a reader, or the browser's form if the reader fails. In both cases capturePaymentIntent captures the payment. */
    usePayTerminal: yesNo.default('no'),
    customerId: providerId.optional(),
    payment_method: cardReference.optional(),
    email: z.email().max(200).optional(),
    /** Stored with the payment for the company; not on the card statement. */
    refNumber: trimmedText(60).optional(),
    return_url: untrimmedText(500).optional(),
    confirm: z.boolean().default(false),
  }),
  response: z.object({
    id: z.string(),
    client_secret: z.string().nullable(),
    status: z.string(),
    mode: z.enum(['payment', 'setup']),
  }),
  idempotency: 'required',
  approvable: true,
});

const state = z.object({ id: z.string(), status: z.string(), amount: z.int(), latest_charge: charge.nullable() });

/** 404 `payment_intent_not_found`. */
export const getPaymentIntent = endpoint({
  id: 'getPaymentIntent',
  method: 'GET',
  path: '/paymentintent/{id}',
  access: signedIn,
  summary: 'The state of a charge',
  params: intentId,
  query: z.object({ noCache }),
  response: state.extend({
    amount_received: z.int(),
    /** True if Stripe did not respond. */
    stale: z.boolean().optional(),
    customer: z.string().nullable(),
    description: z.string().nullable(),
    last_payment_error: z
      .object({ code: z.string().nullable(), decline_code: z.string().nullable(), message: z.string().nullable() })
      .nullable(),
  }),
});

/**
 * Captures the money that a reader authorized. 402 `card_declined`; 404 `payment_intent_not_found`; 409 `not_ready` before the reader has
 * read the card, 409 `payment_canceled`, 409 `sale_charged` by another payment of the same sale, 409 `stored_card_refused` if a browser
 * named a stored card: the authorization is released.
 */
export const capturePaymentIntent = endpoint({
  id: 'capturePaymentIntent',
  method: 'POST',
  path: '/paymentintent/{id}/capture',
  access: signedIn,
  summary: 'Capture a charge that a reader has authorized',
  params: intentId,
  response: z.object({ result: z.literal('Success'), paymentIntent: state }),
  idempotency: 'required',
});
