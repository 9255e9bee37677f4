import { dueInstants, type DueInstant } from '../billing/due-instants.ts';
import { attemptPayment } from '../invoicing/attempt.ts';
import { closedPeriod, issueInvoice, periodUntil } from '../invoicing/issue.ts';
import { voidInvoice } from '../invoicing/write-off.ts';
import { invoiceId } from '../objects/invoice-ids.ts';
import type { Subscription } from '../objects/subscription.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { billFor } from './account.ts';
import { holdRenewal } from './collection-pauses.ts';
import { enterPhase } from './follow-schedule.ts';
import { sendOrOverdue } from './sent-invoices.ts';
import { storeSubscription } from './store-subscription.ts';

/** Runs everything of a subscription that falls due up to `until` (inclusive), in order, and returns its new state. */
export function runDue(sandbox: Sandbox, id: string, until: number): Subscription {
  for (;;) {
    const subscription = sandbox.store.get('subscription', id);
    if (!subscription) throw new Error(`Due subscription not found: ${id}`);
    const next = dueInstants(subscription.billing)[0];
    if (!next || next.at > until) return subscription;
    if (next.what === 'payment') payDue(sandbox, subscription, next.invoice);
    else runCalendar(sandbox, subscription, next);
  }
}

function payDue(sandbox: Sandbox, subscription: Subscription, number: number): void {
  const { id } = subscription;
  const invoice = sandbox.store.get('invoice', invoiceId(id, number));
  if (!invoice) throw new Error(`Invoice ${number} of subscription ${id} not found`);
  if (invoice.collection_method === 'send_invoice') return sendOrOverdue(sandbox, subscription, invoice);
  attemptPayment(sandbox, invoice, { automatic: true });
}

function runCalendar(sandbox: Sandbox, before: Subscription, { at, what }: DueInstant): void {
  const { subscription: state, invoices } = billFor(sandbox, before.customer, before.billing, { type: 'due', at });
  if (what === 'expiry') voidOpen(sandbox, before);
  const phased = enterPhase(sandbox, before, state, at);
  const latest = invoices.at(-1);
  const kept = storeSubscription(sandbox, before, state, {
    ...phased,
    ...(latest ? { latest_invoice: invoiceId(before.id, latest.number) } : {}),
  });
  for (const invoice of invoices) {
    const isRenewal = invoice.reason === 'subscription_cycle';
    const issued = issueInvoice(sandbox, kept, invoice, {
      period: isRenewal ? closedPeriod(before.billing) : periodUntil(before.billing, at),
    });
    if (isRenewal) holdRenewal(sandbox, kept, issued);
  }
}

/** Voids the first invoice of an incomplete subscription that expires. */
function voidOpen(sandbox: Sandbox, { id, billing }: Subscription): void {
  for (const { number } of billing.openInvoices) {
    const invoice = sandbox.store.get('invoice', invoiceId(id, number));
    if (invoice) voidInvoice(sandbox, invoice);
  }
}
