import { announceChange, announceNew } from '../announce.ts';
import type { CardFault } from '../cards/card-fault.ts';
import { collect, type Collection } from '../money/collect.ts';
import { newInvoicePayment } from '../objects/invoice-payment.ts';
import type { Invoice } from '../objects/invoice.ts';
import type { PaymentIntent } from '../objects/payment-intent.ts';
import type { Subscription } from '../objects/subscription.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { billFor, changeAccount } from '../subscribe/account.ts';
import { storeSubscription } from '../subscribe/store-subscription.ts';
import { finalizeInvoice, settleInvoice } from './finalize.ts';

export interface Attempt {
  /** The card to use instead of the default of invoice, subscription or customer. */
  paymentMethod?: string | undefined;
  /** False if the cardholder is present to authenticate. */
  offSession?: boolean;
  /** Whether the attempt is automatic. A manual one does not count as a retry. */
  automatic: boolean;
  /** A collection that started before the invoice was created. */
  collection?: Collection | undefined;
}

export interface Attempted {
  invoice: Invoice;
  /** Null if the payment succeeded or nothing was due. */
  declined: CardFault | null;
}

/** Tries to pay an invoice, always with the same intent, and applies the result: the subscription becomes active or past due, or ends. */
export function attemptPayment(sandbox: Sandbox, wanted: Invoice, attempt: Attempt): Attempted {
  const open = wanted.status === 'draft' ? finalizeInvoice(sandbox, wanted) : wanted;
  if (open.status === 'paid') return { invoice: open, declined: null };
  const collection = attempt.collection ?? collectFor(sandbox, open, attempt);
  const linked = linkIntent(sandbox, open, collection.paymentIntent.id);
  if (collection.paymentIntent.status === 'succeeded') return { invoice: succeed(sandbox, linked), declined: null };
  if (collection.paymentIntent.status === 'requires_action') return { invoice: awaitAuthentication(sandbox, linked, true), declined: null };
  return { invoice: fail(sandbox, linked, attempt), declined: collection.declined };
}

type Charged = Pick<Invoice, 'default_payment_method' | 'bills' | 'customer'>;

/** Returns the card that an invoice is charged to by default. */
export function paymentMethodFor({ store }: Sandbox, { default_payment_method, bills, customer }: Charged): string | null {
  const ofSubscription = bills && store.get('subscription', bills.subscription)?.default_payment_method;
  const ofCustomer = customer === null ? undefined : store.get('customer', customer)?.invoice_settings.default_payment_method;
  const candidates = [default_payment_method, ofSubscription, ofCustomer];
  return candidates.find((id) => id && store.get('payment_method', id)?.customer === customer) ?? null;
}

const intentDescriptions: Partial<Record<Invoice['billing_reason'], string>> = {
  subscription_create: 'Subscription creation',
  manual: 'Payment for Invoice',
};

/** Charges the card for an invoice's amount due; without a card, the intent only waits. */
export function collectFor(
  sandbox: Sandbox,
  invoice: Invoice,
  {
    paymentMethod = paymentMethodFor(sandbox, invoice),
    offSession = true,
  }: { paymentMethod?: string | null | undefined; offSession?: boolean },
): Collection {
  return collect(sandbox, {
    customer: invoice.customer ?? '',
    amount: invoice.amount_due - invoice.amount_paid,
    paymentMethod,
    offSession,
    description: intentDescriptions[invoice.billing_reason] ?? 'Subscription update',
    keepsCard: invoice.bills !== null,
    ...(invoice.paymentIntent === null ? {} : { paymentIntent: invoice.paymentIntent }),
  });
}

/** Links the intent that pays an invoice. */
export function linkIntent(sandbox: Sandbox, invoice: Invoice, paymentIntent: string): Invoice {
  if (invoice.paymentIntent === paymentIntent) return invoice;
  const id = sandbox.newId('inpay');
  const amount = invoice.amount_due - invoice.amount_paid;
  sandbox.store.put(newInvoicePayment({ id, invoice: invoice.id, amount, paymentIntent, created: sandbox.now() }));
  const linked = { ...invoice, paymentIntent, invoicePayment: id };
  sandbox.store.put(linked);
  return linked;
}

function succeed(sandbox: Sandbox, invoice: Invoice): Invoice {
  const counted = { ...invoice, attempt_count: Math.max(1, invoice.attempt_count + (invoice.next_payment_attempt === null ? 0 : 1)) };
  const paid = settleInvoice(sandbox, counted, invoice);
  const payment = paid.invoicePayment === null ? undefined : sandbox.store.get('invoice_payment', paid.invoicePayment);
  if (payment) {
    const transitions = { ...payment.status_transitions, paid_at: sandbox.now() };
    announceNew(
      sandbox,
      { ...payment, amount_paid: payment.amount_requested, status: 'paid', status_transitions: transitions },
      'invoice_payment.paid',
    );
  }
  recordPayment(sandbox, paid, true);
  if (paid.customer !== null) changeAccount(sandbox, paid.customer, { delinquent: false });
  return paid;
}

/**
 * Leaves the invoice with its intent for the cardholder, without automatic attempts. @param asked whether the attempted card requires
 * authentication
 */
export function awaitAuthentication(sandbox: Sandbox, invoice: Invoice, asked: boolean): Invoice {
  const subscription = invoice.bills && sandbox.store.get('subscription', invoice.bills.subscription);
  if (subscription) {
    const openInvoices = subscription.billing.openInvoices.map((each) =>
      each.number === invoice.sequence ? { ...each, nextAttempt: null } : each,
    );
    sandbox.store.put({ ...subscription, billing: { ...subscription.billing, openInvoices } });
  }
  if (!asked) return invoice;
  const waiting: Invoice = { ...invoice, awaitsAction: true, next_payment_attempt: null };
  announceChange(sandbox, invoice, waiting, 'invoice.updated');
  sandbox.emit('invoice.payment_action_required', waiting.id);
  return waiting;
}

/** Marks an invoice paid by cash or check, without a charge. */
export function payOutOfBand(sandbox: Sandbox, wanted: Invoice): Invoice {
  const open = wanted.status === 'draft' ? finalizeInvoice(sandbox, wanted) : wanted;
  if (open.status === 'paid') return open;
  const paid = settleInvoice(sandbox, open);
  recordPayment(sandbox, paid, true);
  return paid;
}

function fail(sandbox: Sandbox, invoice: Invoice, { automatic }: Attempt): Invoice {
  const counts = automatic || invoice.attempt_count === 0;
  const subscription = counts ? recordPayment(sandbox, invoice, false) : undefined;
  const open = subscription?.billing.openInvoices.find(({ number }) => number === invoice.sequence);
  const nextAttempt = counts ? (open?.nextAttempt ?? null) : invoice.next_payment_attempt;
  const failed: Invoice = {
    ...invoice,
    attempt_count: invoice.attempt_count + (counts ? 1 : 0),
    auto_advance: nextAttempt !== null,
    next_payment_attempt: nextAttempt,
  };
  announceChange(sandbox, invoice, failed, 'invoice.updated');
  sandbox.emit('invoice.payment_failed', failed.id);
  if (automatic && failed.customer !== null) changeAccount(sandbox, failed.customer, { delinquent: true });
  return failed;
}

/** If an intent was confirmed directly, for example after authentication, pays its invoice. */
export function payWithIntent(sandbox: Sandbox, paymentIntent: PaymentIntent): void {
  if (paymentIntent.status !== 'succeeded') return;
  const payments = sandbox.store.list('invoice_payment');
  const payment = payments.find((each) => each.payment.payment_intent === paymentIntent.id && each.status === 'open');
  const invoice = payment && sandbox.store.get('invoice', payment.invoice);
  if (invoice) attemptPayment(sandbox, invoice, { automatic: false, collection: { paymentIntent, charge: null, declined: null } });
}

/** Applies the result of a payment attempt to the subscription. @returns the updated subscription, if the invoice has one */
function recordPayment(sandbox: Sandbox, { bills, sequence }: Invoice, succeeded: boolean): Subscription | undefined {
  const subscription = bills ? sandbox.store.get('subscription', bills.subscription) : undefined;
  if (!subscription || sequence === null) return subscription;
  // an invoice that was voided or written off before its subscription ended does not affect the subscription
  if (!subscription.billing.openInvoices.some(({ number }) => number === sequence)) return subscription;
  const event = { type: 'payment', at: sandbox.now(), invoice: sequence, succeeded } as const;
  return storeSubscription(sandbox, subscription, billFor(sandbox, subscription.customer, subscription.billing, event).subscription);
}
