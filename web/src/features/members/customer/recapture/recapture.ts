import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { CustomerInvoice } from '@washdesk/contracts/members/customer-parts';
import { hasBegun, hasEnded, owesPayment } from '@washdesk/rules/plans/statuses';

/** The use of a new card: paying a running plan's open invoices, or reinstating the plan that ended for nonpayment. */
export type Recapture = { kind: 'pay'; invoices: CustomerInvoice[] } | { kind: 'reinstate'; subscription: Subscription };

/**
 * Returns the use of a newly collected card (docs/rules/members.md#recapture); null for a customer without debt whose plan continues.
 * @param subscriptions newest first
 */
export function recaptureOf(subscriptions: readonly Subscription[], invoices: readonly CustomerInvoice[]): Recapture | null {
  const plan = subscriptions.find(({ status }) => owesPayment(status));
  if (plan) {
    const open = invoices.filter((one) => one.status === 'open' && one.amount_remaining > 0 && one.subscription === plan.id);
    return open.length > 0 ? { kind: 'pay', invoices: open.toSorted((a, b) => a.created - b.created) } : null;
  }
  const [newest] = subscriptions;
  return newest && hasBegun(newest.status) && hasEnded(newest.status) ? { kind: 'reinstate', subscription: newest } : null;
}
