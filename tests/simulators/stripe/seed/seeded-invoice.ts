import { naturalPeriod } from '../billing/calendar.ts';
import { draftSeconds, makeInvoice } from '../invoicing/make-invoice.ts';
import type { Customer } from '../objects/customer.ts';
import { newInvoicePayment, type InvoicePayment } from '../objects/invoice-payment.ts';
import type { Invoice, InvoiceStatus } from '../objects/invoice.ts';
import type { PaymentIntent } from '../objects/payment-intent.ts';
import type { Price } from '../objects/price.ts';
import type { Subscription } from '../objects/subscription.ts';
import type { SeededBill } from './seeded-bill.ts';

interface Parts {
  id: string;
  bill: SeededBill;
  customer: Customer | null;
  subscription: Subscription;
  price: Price;
  /** Null if nothing was due. */
  paymentIntent: PaymentIntent | null;
  /** The invoice's number among the customer's. */
  sequence: number;
}

/** Returns a member's invoice in its state: paid, open or written off. */
export function makeSeededInvoice({ id, bill, customer, subscription, price, paymentIntent, sequence }: Parts): Invoice {
  const { billed } = bill;
  const interval = { unit: 'month', count: 1 } as const;
  const draft = makeInvoice({
    id,
    billed,
    customerId: subscription.customer,
    customer,
    taxExempt: subscription.billing.customer.taxExempt,
    bills: { subscription: subscription.id, metadata: subscription.metadata, prorationDate: null },
    taxRates: subscription.default_tax_rates,
    period:
      billed.reason === 'subscription_cycle' ? naturalPeriod(subscription.billing_cycle_anchor, interval, billed.created - 1) : undefined,
    priceOf: () => price,
  });
  const status = statusOf(bill);
  const finalized = draft.automatically_finalizes_at === null ? billed.created : billed.created + draftSeconds;
  const nextAttempt = subscription.billing.openInvoices[0]?.nextAttempt ?? null;
  return {
    ...draft,
    amount_paid: bill.paid ? bill.amount : 0,
    attempt_count: bill.attempts,
    auto_advance: nextAttempt !== null,
    automatically_finalizes_at: null,
    ending_balance: 0,
    next_payment_attempt: nextAttempt,
    number: customer && `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    status,
    status_transitions: {
      finalized_at: finalized,
      marked_uncollectible_at: status === 'uncollectible' ? subscription.ended_at : null,
      paid_at: bill.paid ? Math.max(finalized, bill.paidAt ?? 0) : null,
      voided_at: null,
    },
    uncollectible_reason: status === 'uncollectible' ? 'user_forgiven' : null,
    paymentIntent: paymentIntent && paymentIntent.id,
    invoicePayment: paymentIntent && paymentIdOf(id),
  };
}

export function makeSeededPayment(invoice: Invoice, { id: paymentIntent }: PaymentIntent): InvoicePayment {
  const { paid_at, finalized_at } = invoice.status_transitions;
  const payment = newInvoicePayment({
    id: paymentIdOf(invoice.id),
    invoice: invoice.id,
    amount: invoice.amount_due,
    paymentIntent,
    created: finalized_at ?? invoice.created,
  });
  if (paid_at === null) return payment;
  return { ...payment, amount_paid: invoice.amount_paid, status: 'paid', status_transitions: { canceled_at: null, paid_at } };
}

function paymentIdOf(invoice: string): string {
  return invoice.replace('in_', 'inpay_');
}

function statusOf({ paid, writtenOff }: SeededBill): InvoiceStatus {
  if (paid) return 'paid';
  return writtenOff ? 'uncollectible' : 'open';
}
