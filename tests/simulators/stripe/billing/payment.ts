import { BillingError } from './billing-error.ts';
import { end } from './cancel.ts';
import { statusWhenPaid } from './create.ts';
import type { Payment, WriteOff } from './events.ts';
import type { Instant, OpenInvoice, Status, Subscription } from './model.ts';

const day = 86_400;

/** The account's settings for failed payments ("Automate payment retries"), with a custom schedule instead of Smart Retries. */
export interface Policy {
  /** Delays between a failed attempt and the next. */
  retryAfterSeconds: readonly number[];
  afterLastRetry: 'cancel' | 'unpaid' | 'past_due';
}

export const standardPolicy: Policy = { retryAfterSeconds: [3 * day, 5 * day, 7 * day], afterLastRetry: 'cancel' };

/** Applies an attempt to pay an open invoice to the subscription. */
export function pay(subscription: Subscription, { at, invoice: number, succeeded }: Payment, policy: Policy): Subscription {
  const invoice = openInvoice(subscription, number);
  return succeeded ? paid(subscription, invoice, at) : declined(subscription, invoice, at, policy);
}

/** Does not change the subscription's status. */
export function writeOff(subscription: Subscription, { invoice: number, as }: WriteOff): Subscription {
  const invoice = openInvoice(subscription, number);
  const left = as === 'void' ? [] : [{ ...invoice, nextAttempt: null }];
  return { ...subscription, openInvoices: subscription.openInvoices.flatMap((each) => (each === invoice ? left : [each])) };
}

function openInvoice({ openInvoices }: Subscription, number: number): OpenInvoice {
  const invoice = openInvoices.find((each) => each.number === number);
  if (!invoice) throw new BillingError('no_such_open_invoice', `Invoice ${number} is not open.`);
  return invoice;
}

function paid(subscription: Subscription, invoice: OpenInvoice, at: Instant): Subscription {
  const openInvoices = subscription.openInvoices.filter((each) => each !== invoice);
  const isLaterOpen = openInvoices.some(({ number }) => number > invoice.number);
  const recovers: readonly Status[] = ['incomplete', 'past_due', 'unpaid'];
  const status = recovers.includes(subscription.status) && !isLaterOpen ? statusWhenPaid(subscription, at) : subscription.status;
  return { ...subscription, openInvoices, status };
}

function declined(subscription: Subscription, invoice: OpenInvoice, at: Instant, policy: Policy): Subscription {
  const attempts = invoice.attempts + 1;
  const retry = policy.retryAfterSeconds[attempts - 1];
  // A first invoice is not retried: a person tries another card until it expires.
  const collected = invoice.nextAttempt !== null && subscription.status !== 'incomplete';
  const nextAttempt = collected && retry !== undefined ? at + retry : null;
  const openInvoices = subscription.openInvoices.map((each) => (each === invoice ? { ...invoice, attempts, nextAttempt } : each));
  const after = { ...subscription, openInvoices };
  if (!collected || subscription.endedAt !== null) return after;
  if (nextAttempt !== null) return { ...after, status: 'past_due' };
  return policy.afterLastRetry === 'cancel' ? end(after, at) : { ...after, status: policy.afterLastRetry };
}
