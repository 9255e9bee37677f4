import { z } from 'zod';
import { atLeastRole, endpoint, signedIn } from '../endpoint.ts';
import { cardReference, epochSeconds, noCache, providerId, yesNo } from '../values.ts';

/** A stored card or other payment method, as screens read it. */
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
    /** The email address of a Link account. */
    email: z.string().nullable(),
    checks: z.object({ address_postal_code_check: z.string().nullable(), cvc_check: z.string().nullable() }).nullable(),
  }),
  /** Whether it is the customer's default. */
  default: z.boolean(),
});

const paymentMethod = storedCard.extend({
  /** Stripe's type, including `card_present`, which cannot be charged again. */
  type: z.string(),
  customer: z.string().nullable(),
  /** True if Stripe did not respond. */
  stale: z.boolean().optional(),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** The three field names under which a call may send the customer; `customer` takes precedence. */
const customerNamed = { customer: providerId.optional(), id: providerId.optional(), stripeCustomer: providerId.optional() };
const namesCustomer = (body: { customer?: string | undefined; id?: string | undefined; stripeCustomer?: string | undefined }) =>
  body.customer ?? body.id ?? body.stripeCustomer;
const customerMissing = { path: ['customer'], message: 'a customer is required' };

/**
 * Attaches a card to the customer. With `default` it also pays: for the customer and every running plan. Without `default`, it becomes the
 * default if the customer has none or if a setup intent supplied it. Changing only the default needs SalesManager: 403 `forbidden`. 402
 * `card_declined`; 404 `customer_not_found`, `setup_intent_not_found`; 409 `customer_deleted`, `card_not_ready`, `card_not_reusable`,
 * `not_their_card`.
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
      /** Instead of a payment method: the setup intent of the reader or form that read the card. */
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

/** 404 `payment_method_not_found`; 409 `card_in_use` if it pays a running plan. */
export const deletePaymentMethod = endpoint({
  id: 'deletePaymentMethod',
  method: 'DELETE',
  path: '/paymentmethods/{id}',
  access: atLeastRole('SalesManager'),
  summary: 'Detach a card from its customer',
  params: z.object({ id: cardReference }),
  query: z.object({ customerId: providerId }),
  response: z.object({ id: z.string(), customer: z.string(), deleted: z.literal(true) }),
  idempotency: 'required',
  approvable: true,
});

/**
 * `usePayTerminal=yes` for a card reader, or for the browser's form if the reader fails; otherwise for the form. Omit the customer for a
 * sign-up, which creates the customer later, and for an open refund. 404 `customer_not_found`, 409 `customer_deleted`.
 */
export const createSetupIntent = endpoint({
  id: 'createSetupIntent',
  method: 'POST',
  path: '/setupintents',
  access: signedIn,
  summary: 'Start saving a card for later payments',
  query: z.object({ usePayTerminal: yesNo.default('no') }),
  body: z.object(customerNamed).default({}),
  response: z.object({ id: z.string(), client_secret: z.string().nullable(), status: z.string() }),
  idempotency: 'required',
});

/**
 * Returns the card that a reader or form saved, before it is attached to a customer. `card` is null until the setup succeeds, and for a
 * card that cannot be charged again; its `payment_method` is the reusable one. 404 `setup_intent_not_found`; 503 `stripe_unavailable`.
 */
export const getSetupIntent = endpoint({
  id: 'getSetupIntent',
  method: 'GET',
  path: '/setupintents/{id}',
  access: signedIn,
  summary: 'The card saved for later payments',
  params: z.object({ id: providerId }),
  response: z.object({
    id: z.string(),
    status: z.string(),
    payment_method: z.string().nullable(),
    card: z.object({ brand: z.string().nullable(), last4: z.string().nullable(), fingerprint: z.string().nullable() }).nullable(),
  }),
});
