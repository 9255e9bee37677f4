import { z } from 'zod';
import { atLeastRole, endpoint, signedIn } from '../endpoint.ts';
import { cardReference, epochSeconds, noCache, providerId, yesNo } from '../values.ts';

/** A stored card, or another way to pay, as screens read it. */
export const storedCard = z.object({
  id: z.string(),
  type: z.enum(['card', 'link', 'other']),
  created: epochSeconds.nullable(),
  billing_details: z.object({ name: z.string().nullable() }),
  details: z.object({
    brand: z.string().nullable(),
    last4: z.string().nullable(),
    exp_month: z.int().nullable(),
    exp_year: z.int().nullable(),
    fingerprint: z.string().nullable(),
    /** The e-mail address of a Link account. */
    email: z.string().nullable(),
    checks: z.object({ address_postal_code_check: z.string().nullable(), cvc_check: z.string().nullable() }).nullable(),
  }),
  /** Whether it is the customer's default. */
  default: z.boolean(),
});

const paymentMethod = storedCard.extend({
  /** As Stripe names it: also `card_present`, which cannot be charged again. */
  type: z.string(),
  customer: z.string().nullable(),
  /** True where Stripe was asked and did not answer. */
  stale: z.boolean().optional(),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** The three names under which a call may give the customer; `customer` is preferred. */
const customerNamed = { customer: providerId.optional(), id: providerId.optional(), stripeCustomer: providerId.optional() };
const namesCustomer = (body: { customer?: string | undefined; id?: string | undefined; stripeCustomer?: string | undefined }) =>
  body.customer ?? body.id ?? body.stripeCustomer;
const customerMissing = { path: ['customer'], message: 'a customer is required' };

/**
 * Makes a card the customer's, and the one that pays when `default` says so: on the customer and on every running plan. Without `default` it becomes
 * the default of a customer who has none, or when a setup intent brought it. Only changing the default needs SalesManager: 403 `forbidden`.
 * 402 `card_declined`; 404 `customer_not_found`, `setup_intent_not_found`; 409 `customer_deleted`, `card_not_ready`, `card_not_reusable`, `not_their_card`.
 */
export const attachPaymentMethod = endpoint({
  id: 'attachPaymentMethod',
  method: 'POST',
  path: '/paymentmethods/attach',
  access: signedIn,
  summary: 'Attach a card to a customer, or make it the default',
  body: z
    .object({
      ...customerNamed,
      payment_method: cardReference.optional(),
      PaymentMethodId: cardReference.optional(),
      paymentMethodId: cardReference.optional(),
      /** Instead of a payment method: the setup intent in which a reader or a form took the card. */
      setupIntent: providerId.optional(),
      default: z.boolean().optional(),
    })
    .refine(namesCustomer, customerMissing)
    .refine((body) => body.payment_method ?? body.PaymentMethodId ?? body.paymentMethodId ?? body.setupIntent, {
      path: ['payment_method'],
      message: 'a payment method or a setup intent is needed',
    }),
  response: paymentMethod,
  idempotency: 'required',
  approvable: true,
});

/** 404 `payment_method_not_found`. */
export const getPaymentMethod = endpoint({
  id: 'getPaymentMethod',
  method: 'GET',
  path: '/paymentmethods/{id}',
  access: signedIn,
  summary: 'One stored card',
  params: z.object({ id: cardReference }),
  query: z.object({ noCache }),
  response: paymentMethod,
});

/** 404 `payment_method_not_found`; 409 `card_in_use` for the one that pays a running plan. */
export const deletePaymentMethod = endpoint({
  id: 'deletePaymentMethod',
  method: 'DELETE',
  path: '/paymentmethods/{id}',
  access: atLeastRole('SalesManager'),
  summary: 'Take a card from its customer',
  params: z.object({ id: cardReference }),
  query: z.object({ customerId: providerId }),
  response: z.object({ id: z.string(), customer: z.string(), deleted: z.literal(true) }),
  idempotency: 'required',
  approvable: true,
});

/**
 * `usePayTerminal=yes` where a reader will read the card, or the browser's form if the reader fails; else the form takes it. Without a customer
 * for a sign-up, whose customer comes later, and for an open refund. 404 `customer_not_found`, 409 `customer_deleted`.
 */
export const createSetupIntent = endpoint({
  id: 'createSetupIntent',
  method: 'POST',
  path: '/setupintents',
  access: signedIn,
  summary: 'Begin to keep a card for later payments',
  query: z.object({ usePayTerminal: yesNo.default('no') }),
  body: z.object(customerNamed).default({}),
  response: z.object({ id: z.string(), client_secret: z.string().nullable(), status: z.string() }),
  idempotency: 'required',
});

/**
 * The card that a reader or a form has kept, before it is anybody's. `card` is null until it succeeded, and for a card that cannot be charged again;
 * its `payment_method` is the one that can. 404 `setup_intent_not_found`; 503 `stripe_unavailable`.
 */
export const getSetupIntent = endpoint({
  id: 'getSetupIntent',
  method: 'GET',
  path: '/setupintents/{id}',
  access: signedIn,
  summary: 'The card that was kept for later payments',
  params: z.object({ id: providerId }),
  response: z.object({
    id: z.string(),
    status: z.string(),
    payment_method: z.string().nullable(),
    card: z.object({ brand: z.string().nullable(), last4: z.string().nullable(), fingerprint: z.string().nullable() }).nullable(),
  }),
});
