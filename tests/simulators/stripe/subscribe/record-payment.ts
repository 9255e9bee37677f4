import type { Invoice } from '../objects/invoice.ts';
import type { Subscription } from '../objects/subscription.ts';
import type { World } from '../world.ts';
import { billFor } from './account.ts';
import { storeSubscription } from './store-subscription.ts';

/** Tells a subscription how an attempt to pay one of its invoices ended. @returns the subscription as it became, if the invoice has one */
export function recordPayment(world: World, { bills, sequence }: Invoice, succeeded: boolean): Subscription | undefined {
  const subscription = bills ? world.store.get('subscription', bills.subscription) : undefined;
  if (!subscription || sequence === null) return subscription;
  // An invoice that was void or written off before its subscription ended is the invoice's own affair.
  if (!subscription.billing.openInvoices.some(({ number }) => number === sequence)) return subscription;
  const event = { type: 'payment', at: world.now(), invoice: sequence, succeeded } as const;
  return storeSubscription(world, subscription, billFor(world, subscription.customer, subscription.billing, event).subscription);
}
