import { z } from 'zod';
import { atLeastRole, endpoint, signedIn } from '../../endpoint.ts';
import { cardReference, epochSeconds, noCache, providerId, trimmedText } from '../../values.ts';
import { subscription } from './subscription.ts';

const subscriptionId = z.object({ id: providerId });
/** All subscriptions of the customer after the change, newest first. */
const subscriptions = z.array(subscription);

/** A sentence about a capped price, or about details of a completed change that Stripe refused to save; otherwise null. */
const message = z.string().nullable();

/** `price` takes precedence over `PlanId`. `proration_date` comes from the preview; without it the change is charged from now. */
const newPlan = z
  .object({ price: providerId.optional(), PlanId: providerId.optional(), proration_date: epochSeconds.optional() })
  .refine(({ price, PlanId }) => price ?? PlanId, { path: ['price'], message: 'must be the id of a price' });

/** 404 'Failed to lookup subscription'. The response includes the schedule and the latest invoice. */
export const getSubscription = endpoint({
  id: 'getSubscription',
  method: 'GET',
  path: '/subscription/{id}',
  access: signedIn,
  summary: 'A subscription with its schedule',
  params: subscriptionId,
  query: z.object({ noCache }),
  response: subscription,
});

/**
 * Changes the plan only if the payment succeeds: 402 `card_declined` with decline code, outcome, seller message and the invoice if there is
 * one. With `PaymentMethodId` that card pays and becomes the default. 409 `not_changeable`, `plan_not_offered`, `preview_outdated`,
 * `not_their_card`.
 */
export const upgradeSubscription = endpoint({
  id: 'upgradeSubscription',
  method: 'POST',
  path: '/subscription/{id}/upgrade',
  access: signedIn,
  summary: 'Change to a higher plan and charge the difference now',
  params: subscriptionId,
  body: newPlan.safeExtend({ PaymentMethodId: cardReference.optional() }),
  response: z.object({ subscriptions, message }),
  idempotency: 'required',
  approvable: true,
});

/** `message` is set if the price is capped. 409 `not_changeable`, `plan_not_offered`, `preview_outdated`. */
export const downgradeSubscription = endpoint({
  id: 'downgradeSubscription',
  method: 'POST',
  path: '/subscription/{id}/downgrade',
  access: atLeastRole('SalesManager'),
  summary: 'Change to a lower plan; the difference is credited to the next invoice',
  params: subscriptionId,
  body: newPlan,
  response: z.object({ subscriptions, message }),
  idempotency: 'required',
  approvable: true,
});

/**
 * The new price applies from the next period and is kept for the customer for one month. 409 `not_changeable`, `plan_not_offered`,
 * `price_out_of_range`.
 */
export const changePrice = endpoint({
  id: 'changePrice',
  method: 'POST',
  path: '/subscription/{id}/changeprice',
  access: atLeastRole('SalesManager'),
  summary: 'Change the price from the next period',
  params: subscriptionId,
  body: newPlan,
  response: z.object({ subscriptions, message }),
  idempotency: 'required',
  approvable: true,
});

/** The path names the subscription; a subscription in the body is ignored. */
const ending = z.object({ reason: trimmedText(500).min(1, 'must be chosen') });

/** 403 for the cashier who sold it within the last 48 hours. 409 `not_changeable`. */
export const discontinueSubscription = endpoint({
  id: 'discontinueSubscription',
  method: 'POST',
  path: '/subscription/{id}/discontinue',
  access: signedIn,
  summary: 'Discontinue a subscription at the end of its period',
  params: subscriptionId,
  body: ending,
  response: z.object({ subscriptions, warning: z.string().nullable() }),
  idempotency: 'required',
  approvable: true,
});

/** Ends the plan at once, without credit. Open invoices stay open and are returned. 409 `not_changeable`. */
export const terminateSubscription = endpoint({
  id: 'terminateSubscription',
  method: 'POST',
  path: '/subscription/{id}/terminate',
  access: atLeastRole('SalesManager'),
  summary: 'End a subscription now',
  params: subscriptionId,
  body: ending,
  response: z.object({
    subscriptions,
    open_invoices: z.array(z.object({ id: z.string(), number: z.string().nullable(), amount_remaining: z.int() })),
  }),
  idempotency: 'required',
  approvable: true,
});
