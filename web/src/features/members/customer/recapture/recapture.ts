import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { CustomerInvoice } from '@washdesk/contracts/members/customer-parts';
import { byStanding, hasBegun, hasEnded, owesPayment } from '@washdesk/rules/plans/statuses';
import { openInvoices } from '../../../../domain/collect/open-invoices.ts';

/** The use of a new card: paying a running plan's open invoices, or reinstating the plan that ended for nonpayment. */
export type Recapture = { kind: 'pay'; invoices: CustomerInvoice[] } | { kind: 'reinstate'; subscription: Subscription };

/**
 * Returns the use of a newly collected card (docs/rules/members.md#recapture); null for a customer without debt whose plan continues.
 */
export function recaptureOf(subscriptions: readonly Subscription[], invoices: readonly CustomerInvoice[]): Recapture | null {
  const plan = subscriptions.find(({ status }) => owesPayment(status));
  if (plan) {
    const open = openInvoices(invoices, plan.id);
    return open.length > 0 ? { kind: 'pay', invoices: open } : null;
  }
  const [standing] = subscriptions.filter(({ status }) => hasBegun(status)).toSorted(byStanding);
  return standing && hasEnded(standing.status) ? { kind: 'reinstate', subscription: standing } : null;
}
