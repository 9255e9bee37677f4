import type { Subscription } from '@washdesk/contracts/billing/subscription';
import type { CustomerInvoice } from '@washdesk/contracts/members/customer-parts';

/** What another card is taken for: the open invoices of a plan that runs, or the plan that ended because nobody paid. */
export type Recapture = { kind: 'pay'; invoices: CustomerInvoice[] } | { kind: 'reinstate'; subscription: Subscription };

const unpaidStatuses = ['past_due', 'unpaid'];

/**
 * What a newly captured card is good for (docs/rules/members.md#recapture); null for a customer who owes nothing and whose plan goes on.
 * @param subscriptions the newest first
 */
export function recaptureOf(subscriptions: readonly Subscription[], invoices: readonly CustomerInvoice[]): Recapture | null {
  const plan = subscriptions.find(({ status }) => unpaidStatuses.includes(status));
  if (plan) {
    const open = invoices.filter((one) => one.status === 'open' && one.amount_remaining > 0 && one.subscription === plan.id);
    return open.length > 0 ? { kind: 'pay', invoices: open.toSorted((a, b) => a.created - b.created) } : null;
  }
  const [newest] = subscriptions;
  return newest?.status === 'canceled' ? { kind: 'reinstate', subscription: newest } : null;
}
