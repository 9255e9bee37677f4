import { announceChange } from '../announce.ts';
import { finalizeInvoice } from '../invoicing/finalize.ts';
import type { Invoice } from '../objects/invoice.ts';
import type { Subscription } from '../objects/subscription.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { invalidParameter, missingParameter } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { storeSubscription } from './store-subscription.ts';

/** Reads `collection_method` and `days_until_due`. @returns null if a card is charged, undefined if neither is sent */
export function daysUntilDueOf(input: Input, present: number | null = null): number | null | undefined {
  const method = input.choice('collection_method', ['charge_automatically', 'send_invoice'] as const);
  const days = input.integer('days_until_due', { from: 0 });
  const sends = method === undefined ? present !== null : method === 'send_invoice';
  if (!sends && days !== undefined)
    throw invalidParameter('days_until_due', 'You may only pass `days_until_due` if `collection_method` is `send_invoice`.');
  if (method === undefined && days === undefined) return undefined;
  if (!sends) return null;
  const chosen = days ?? present ?? undefined;
  if (chosen === undefined) throw missingParameter('days_until_due');
  return chosen;
}

/** Finalizes and sends a draft; an open invoice past its due date makes its subscription past due. */
export function sendOrOverdue(sandbox: Sandbox, subscription: Subscription, invoice: Invoice): void {
  if (invoice.status === 'draft') sendInvoice(sandbox, invoice);
  else if (invoice.status === 'open') markOverdue(sandbox, subscription, invoice);
  else setNextEvent(sandbox, subscription.id, invoice, null);
}

/** Sends an invoice to its customer, finalizing a draft. */
export function sendInvoice(sandbox: Sandbox, invoice: Invoice): Invoice {
  const open = invoice.status === 'draft' ? finalizeInvoice(sandbox, invoice) : invoice;
  if (open.status !== 'open') return open;
  sandbox.emit('invoice.sent', open.id);
  if (open.bills) setNextEvent(sandbox, open.bills.subscription, open, open.due_date);
  return open;
}

function markOverdue(sandbox: Sandbox, { id }: Subscription, invoice: Invoice): void {
  setNextEvent(sandbox, id, invoice, null);
  const subscription = sandbox.store.get('subscription', id);
  if (!subscription || subscription.ended_at !== null) return;
  announceChange(sandbox, invoice, { ...invoice, auto_advance: false }, 'invoice.updated');
  sandbox.emit('invoice.overdue', invoice.id);
  if (subscription.status === 'active') storeSubscription(sandbox, subscription, { ...subscription.billing, status: 'past_due' });
}

/** Sets when the calendar looks at an open invoice again. */
function setNextEvent(sandbox: Sandbox, id: string, { sequence }: Invoice, at: number | null): void {
  const subscription = sandbox.store.get('subscription', id);
  if (!subscription) return;
  const openInvoices = subscription.billing.openInvoices.map((each) => (each.number === sequence ? { ...each, nextAttempt: at } : each));
  sandbox.store.put({ ...subscription, billing: { ...subscription.billing, openInvoices } });
}
