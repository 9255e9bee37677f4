import { issueInvoice, periodUntil } from '../invoicing/issue.ts';
import { invoiceId } from '../objects/invoice-ids.ts';
import type { Subscription } from '../objects/subscription.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { billFor } from './account.ts';
import { enterPhase } from './follow-schedule.ts';
import { runDue } from './run-due.ts';
import { storeSubscription } from './store-subscription.ts';

interface Ending {
  prorate: boolean;
  invoiceNow: boolean;
  cancellationDetails?: Subscription['cancellation_details'];
}

/** Cancels a subscription immediately, with its schedule. Its open invoices remain. @throws StripeFault 400 if it has ended */
export function cancelSubscription(sandbox: Sandbox, id: string, { prorate, invoiceNow, cancellationDetails }: Ending): Subscription {
  const at = sandbox.now();
  const subscription = runDue(sandbox, id, at);
  // an immediate cancellation replaces the one at the period's end
  const present = { ...subscription.billing, cancelAtPeriodEnd: false, cancelAt: null, canceledAt: null };
  const { subscription: state, invoices } = billFor(sandbox, subscription.customer, present, { type: 'cancel', at, prorate, invoiceNow });
  enterPhase(sandbox, subscription, state, at);
  const [last] = invoices;
  const details = cancellationDetails ?? subscription.cancellation_details;
  const kept = storeSubscription(sandbox, subscription, state, {
    cancellation_details: { ...details, reason: 'cancellation_requested' },
    ...(last ? { latest_invoice: invoiceId(id, last.number) } : {}),
  });
  if (last) issueInvoice(sandbox, kept, last, { period: periodUntil(subscription.billing, at) });
  return runDue(sandbox, id, at);
}
