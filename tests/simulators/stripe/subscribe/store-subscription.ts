import { announceChange } from '../announce.ts';
import type * as billing from '../billing/model.ts';
import { fieldsOf, type CancellationDetails, type Subscription } from '../objects/subscription.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { changeAccount } from './account.ts';
import { announceGone, takeCustomerDiscount } from './discounts.ts';
import { keepWaiting } from './invoice-items.ts';

/** Stores the engine's result for a subscription with its customer's balance and discount, and emits the events. */
export function storeSubscription(
  sandbox: Sandbox,
  subscription: Subscription,
  state: billing.Subscription,
  more: Partial<Subscription> = {},
): Subscription {
  const kept = keepWaiting(sandbox, state, { customer: subscription.customer, subscription: subscription.id });
  const after: Subscription = { ...subscription, ...fieldsOf(kept), cancellation_details: detailsOf(subscription, state), ...more };
  const ended = state.status === 'canceled' && subscription.status !== 'canceled';
  announceChange(sandbox, subscription, after, ended ? 'customer.subscription.deleted' : 'customer.subscription.updated');
  announceGone(sandbox, subscription.billing.discounts, state.discounts);
  storeBalance(sandbox, after);
  return after;
}

export function storeBalance(sandbox: Sandbox, { customer, billing: { customer: account } }: Subscription): void {
  if (account.balance !== (sandbox.store.get('customer', customer)?.balance ?? 0))
    changeAccount(sandbox, customer, { balance: account.balance });
  const present = sandbox.store.get('customer', customer);
  if (present?.discount && account.discount === null) takeCustomerDiscount(sandbox, present);
}

/** Returns why it ends: on request, or because a payment failed. */
function detailsOf({ cancellation_details, billing: before }: Subscription, after: billing.Subscription): CancellationDetails {
  if (after.canceledAt === null) return { ...cancellation_details, reason: null };
  if (before.canceledAt !== null) return cancellation_details;
  const unpaid = after.endedAt !== null && before.status === 'past_due';
  return { ...cancellation_details, reason: unpaid ? 'payment_failed' : 'cancellation_requested' };
}
