import { announceChange } from '../announce.ts';
import { changePaymentIntent } from '../money/intents.ts';
import type { Invoice } from '../objects/invoice.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { billFor, changeAccount } from '../subscribe/account.ts';
import { storeSubscription } from '../subscribe/store-subscription.ts';
import { StripeFault } from '../wire/errors.ts';

/**
 * Marks an invoice uncollectible; it can still be paid manually.
 * @throws StripeFault if it is not open
 */
export function markUncollectible(sandbox: Sandbox, invoice: Invoice): Invoice {
  if (invoice.status === 'uncollectible') throw new StripeFault(400, 'This invoice has already been marked uncollectible.');
  refuseUnless(invoice, ['open']);
  const marked: Invoice = {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'uncollectible',
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: sandbox.now() },
    uncollectible_reason: 'user_forgiven',
  };
  announceChange(sandbox, invoice, marked, 'invoice.updated');
  sandbox.emit('invoice.marked_uncollectible', marked.id);
  tellSubscription(sandbox, marked, 'uncollectible');
  if (marked.customer !== null) changeAccount(sandbox, marked.customer, { delinquent: false });
  return marked;
}

/** Writes off a last draft with only credit within seconds: the credit is lost. */
export function writeOffAbandoned(sandbox: Sandbox, invoice: Invoice): void {
  const marked: Invoice = {
    ...invoice,
    abandonedAt: null,
    auto_advance: false,
    automatically_finalizes_at: null,
    next_payment_attempt: null,
    status: 'uncollectible',
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: sandbox.now() },
  };
  announceChange(sandbox, invoice, marked, 'invoice.updated');
  sandbox.emit('invoice.marked_uncollectible', marked.id);
}

/**
 * Voids an invoice, so that its amount is not due any more.
 * @throws StripeFault if it is paid, void or a draft
 */
export function voidInvoice(sandbox: Sandbox, invoice: Invoice): Invoice {
  if (invoice.status === 'paid') throw new StripeFault(400, 'Invoices with `paid` payments cannot be voided.');
  refuseUnless(invoice, ['open', 'uncollectible']);
  const now = sandbox.now();
  const voided: Invoice = {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...invoice.status_transitions, voided_at: now },
  };
  announceChange(sandbox, invoice, voided, 'invoice.updated');
  sandbox.emit('invoice.voided', voided.id);
  cancelPayment(sandbox, voided, now);
  tellSubscription(sandbox, voided, 'void');
  return voided;
}

function refuseUnless({ status }: Invoice, allowed: readonly Invoice['status'][]): void {
  if (allowed.includes(status)) return;
  throw new StripeFault(400, "You can only pass in open invoices. This invoice isn't open.");
}

function cancelPayment(sandbox: Sandbox, { paymentIntent, invoicePayment }: Invoice, now: number): void {
  const intent = paymentIntent === null ? undefined : sandbox.store.get('payment_intent', paymentIntent);
  if (intent) {
    const change = { status: 'canceled', canceled_at: now, cancellation_reason: 'void_invoice', next_action: null } as const;
    changePaymentIntent(sandbox, intent, change, 'payment_intent.canceled');
  }
  const payment = invoicePayment === null ? undefined : sandbox.store.get('invoice_payment', invoicePayment);
  if (payment)
    sandbox.store.put({ ...payment, status: 'canceled', status_transitions: { ...payment.status_transitions, canceled_at: now } });
}

function tellSubscription(sandbox: Sandbox, { bills, sequence }: Invoice, as: 'uncollectible' | 'void'): void {
  const subscription = bills ? sandbox.store.get('subscription', bills.subscription) : undefined;
  if (!subscription?.billing.openInvoices.some(({ number }) => number === sequence) || sequence === null) return;
  const event = { type: 'write_off', at: sandbox.now(), invoice: sequence, as } as const;
  storeSubscription(sandbox, subscription, billFor(sandbox, subscription.customer, subscription.billing, event).subscription);
}
