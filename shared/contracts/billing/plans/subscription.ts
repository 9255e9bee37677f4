import { z } from 'zod';
import { dollarsToCents } from '@washdesk/rules/billing/money';
import { reinstateModes } from '@washdesk/rules/plans/reinstate';
import { endpoint, signedIn } from '../../endpoint.ts';
import { cardReference, epochSeconds, noCache, providerId, trimmedText } from '../../values.ts';

/** A subscription as screens read it, from the mirror. */
export const subscription = z.object({
  id: z.string(),
  customer: z.string(),
  status: z.string(),
  created: epochSeconds,
  current_period_start: epochSeconds.nullable(),
  current_period_end: epochSeconds.nullable(),
  cancel_at: epochSeconds.nullable(),
  /** Discontinued: it runs until the end of the period. */
  cancel_at_period_end: z.boolean(),
  /** The member's own cancellation while one more month is billed; it then becomes `cancel_at_period_end`. */
  cancellation: z.object({ confirmation: z.string(), ends: epochSeconds }).optional(),
  canceled_at: epochSeconds.nullable(),
  ended_at: epochSeconds.nullable(),
  trial_end: epochSeconds.nullable(),
  default_payment_method: z.string().nullable(),
  /** `send_invoice` if Stripe sends its invoices instead of charging a card. */
  collection_method: z.string().optional(),
  /** When a paused collection resumes by itself; null if a person resumes it. */
  resumes_at: epochSeconds.nullish(),
  latest_invoice: z
    .object({
      id: z.string(),
      status: z.string().nullable(),
      number: z.string().nullable(),
      created: epochSeconds,
      amount_due: z.int(),
      amount_remaining: z.int(),
    })
    .nullable(),
  schedule: z
    .object({
      id: z.string(),
      status: z.string(),
      phases: z.array(
        z.object({ start_date: epochSeconds, end_date: epochSeconds.nullable(), items: z.array(z.object({ price: z.string() })) }),
      ),
    })
    .nullable(),
  plan: z
    .object({
      id: z.string(),
      nickname: z.string().nullable(),
      /** Cents per month before tax. */
      amount: z.int().nullable(),
      /** Cents per month with tax, as it is billed. */
      total: z.int().nullable(),
      product: z.object({ id: z.string(), name: z.string(), metadata: z.record(z.string(), z.string()) }),
    })
    .nullable(),
  items: z.object({ data: z.array(z.object({ id: z.string(), price: z.string(), quantity: z.int() })) }),
  /** The cost with tax as it is billed: "$31.49 a month with tax", "2 × $29.99 a month"; null if no price is known. */
  terms: z.string().nullable(),
  /** Why it is not one plan with quantity 1, and so can only be ended or continued; null if it is. */
  problem: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  cancellation_details: z.object({ comment: z.string().nullable(), reason: z.string().nullable() }).nullable(),
});
export type Subscription = z.infer<typeof subscription>;

/** A plan as offered (docs/rules/billing.md#plans). */
export const plan = z.object({
  /** The price's id. */
  PlanId: z.string(),
  PlanName: z.string(),
  PlanPrice: z.int().describe('Cents per month. The sign-up payload has a field of the same name in dollars.'),
  /** Cents per month with the tax of the subscription, or of the price's site. */
  PlanTotal: z.int(),
  ProductId: z.string(),
  ProductName: z.string(),
  ProductClass: z.string(),
  ClubCode: z.string(),
  /** Months for which the price is guaranteed. */
  PlanDuration: z.int(),
  allow_prorate: z.boolean(),
  availableonline: z.union([z.literal(0), z.literal(1)]),
  /** Whether the price is sold today. */
  currentprice: z.boolean(),
  /** Whether only an increase leads to the price. */
  nextprice: z.boolean(),
  /** Whether this price is still kept for this member. */
  isNextPrice: z.boolean(),
});
export type Plan = z.infer<typeof plan>;

/** A checkbox of a sign-up. Registers and forms send a boolean, 'true' or 'yes'. */
const ticked = z
  .union([z.boolean(), z.enum(['true', 'false', 'yes', 'no', '1', '0', ''])])
  .transform((value) => value === true || value === 'true' || value === 'yes' || value === '1');

export const startChoices = {
  FreeForMonth: ticked.optional(),
  DoNotProrate: ticked.optional(),
  ChargeForLastMonth: ticked.optional(),
  /** The `from` of the preview that the customer agreed to: at most a day old and in the same month, otherwise 409 `preview_outdated`. */
  from: epochSeconds.optional(),
};

const dollarsOf = (value: string | number): number | null => dollarsToCents(String(value));
/** Dollars as a register sends them, as a number or text; converted to cents. */
const dollars = z
  .union([z.number(), z.string()])
  .refine((value) => (dollarsOf(value) ?? -1) >= 0, 'must be dollars with at most two decimals')
  .transform((value) => dollarsOf(value) ?? 0);
const wholeNumber = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,9}$/, 'must be a whole number')
    .transform(Number),
]);

/**
 * The sign-up payload (docs/rules/billing.md#sign-up). `stripeCustomer` takes precedence over `customer`. The plan's amount, class,
 * duration and club code come from the price; employee and terminal from the session. SITENUMBER is used from SalesManager. Other fields
 * belong to other calls and are dropped.
 */
export const signUpFields = {
  stripeCustomer: providerId.optional(),
  customer: providerId.optional(),
  PaymentMethodId: cardReference.optional(),
  PlanId: providerId,
  PlanPrice: dollars.optional().describe('Dollars per month, as registers send it. Plan lists have a field of the same name in cents.'),
  SITENUMBER: wholeNumber.optional(),
  SaleId: z.union([z.int(), trimmedText(40)]).optional(),
  /** -1 for none. */
  Promo: wholeNumber.optional(),
  ...startChoices,
};

const signUpPayload = z.object(signUpFields);
export type SignUpPayload = z.output<typeof signUpPayload>;

/**
 * 402 `payment_failed` 'Failed Payment' with details {subscription, invoice, declineCode, reason, sellerMessage, networkStatus …}: the
 * subscription stays incomplete, and the next call for the same plan pays the same invoice. 409 `already_subscribed`, `price_changed` (with
 * both), `preview_outdated`, `plan_not_offered`, `plate_mismatch`, `no_card`, `customer_deleted`. 404 `customer_not_found`,
 * `price_not_found`.
 */
export const createSubscription = endpoint({
  id: 'createSubscription',
  method: 'POST',
  path: '/subscription',
  access: signedIn,
  summary: 'Sign a customer up for a plan',
  body: signUpPayload.refine(({ stripeCustomer, customer }) => stripeCustomer ?? customer, {
    path: ['stripeCustomer'],
    message: 'must be the id of a customer',
  }),
  response: subscription,
  idempotency: 'required',
  approvable: true,
});

export const planModes = ['upgrade', 'downgrade', 'reinstate'] as const;

/**
 * Lists plans by club code, then price. 404 'Failed to Find Upgrade Plan', 'Failed to Find Downgrade Plan', 'Failed to Load Reinstate Price
 * Options'. For a reinstatement, `mode` is the kind that applies. Every role may choose the plan in `chosen`; any other needs
 * SupportCenter.
 */
export const subscriptionPlans = endpoint({
  id: 'subscriptionPlans',
  method: 'GET',
  path: '/subscription/{id}/plans',
  access: signedIn,
  summary: 'The plans that a subscription can change to',
  params: z.object({ id: providerId }),
  query: z.object({ mode: z.enum(planModes), noCache }),
  response: z.object({
    mode: z.enum(['upgrade', 'downgrade', ...reinstateModes]),
    plans: z.array(plan),
    chosen: z.string().nullable(),
    /** Null if it has not ended. */
    monthsSinceCanceled: z.int().nullable(),
    warnings: z.array(z.string()),
  }),
});

/**
 * Lists the prices of the subscription's class at its site, by amount: the current one and those it can continue at. 404 'Failed to lookup
 * subscription'.
 */
export const subscriptionPrices = endpoint({
  id: 'subscriptionPrices',
  method: 'GET',
  path: '/subscription/{id}/prices',
  access: signedIn,
  summary: 'The prices that a subscription can change to or be increased to',
  params: z.object({ id: providerId }),
  response: z.object({
    prices: z.array(
      plan.extend({
        /** Whether the subscription pays this price. */
        paid: z.boolean(),
        /** False if the price is no longer sold. */
        active: z.boolean(),
        /** Whether a price increase may use this price. */
        increase: z.boolean(),
      }),
    ),
  }),
});

/** `price` takes precedence over `PlanId`. */
export const reinstateFields = {
  price: providerId.optional(),
  PlanId: providerId.optional(),
  PaymentMethodId: cardReference.optional(),
  ...startChoices,
};

/**
 * 402 `card_declined` 'The Card was declined with a decline code of […]', with a note on the customer. 409 `mode_changed` if the given mode
 * is not the one the server determines, `not_reinstatable`, and those of a sign-up. 403 for another plan below SupportCenter.
 */
export const reinstateSubscription = endpoint({
  id: 'reinstateSubscription',
  method: 'POST',
  path: '/subscription/{id}/reinstate',
  access: signedIn,
  summary: 'Reinstate a discontinued or canceled subscription',
  params: z.object({ id: providerId }),
  query: z.object({ mode: z.enum(reinstateModes).optional() }),
  // an empty body reinstates the default plan on the customer’s default card
  body: z.object(reinstateFields).prefault({}),
  response: z.object({
    mode: z.enum(reinstateModes),
    /** Whether a receipt is printed; false if nothing was charged. */
    receipt: z.boolean(),
    /** The subscription that continues, or the new one. */
    subscription,
  }),
  idempotency: 'required',
  approvable: true,
});
