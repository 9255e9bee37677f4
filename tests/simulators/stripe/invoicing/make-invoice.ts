import type * as billing from '../billing/model.ts';
import type { Customer } from '../objects/customer.ts';
import type { CreditedDebit } from '../objects/invoice-item.ts';
import { notYet, type Addressee, type Invoice } from '../objects/invoice.ts';
import type { InvoiceLine } from '../objects/invoice.ts';
import type { Price } from '../objects/price.ts';

/** A renewal invoice, and any that is sent, stays a draft for one hour. */
export const draftSeconds = 3600;

const daySeconds = 86_400;

/** The delay before a last draft with only credit is written off. */
const abandonedSeconds = 5;

interface Parts {
  id: string;
  billed: billing.Invoice;
  customerId: string | null;
  /** Null if deleted or not created yet. */
  customer: Customer | null;
  taxExempt: boolean;
  bills: Invoice['bills'];
  taxRates: string[];
  /** The period that the invoice closes; defaults to the current time. */
  period: billing.Span | undefined;
  priceOf: (id: string) => Price | undefined;
  creditedBy?: (line: billing.Line) => CreditedDebit | null;
  /** Days to pay a sent invoice; null or omitted if a card is charged. */
  daysUntilDue?: number | null | undefined;
}

/** Creates the invoice of the engine's lines and totals: a draft, which is finalized immediately except for a renewal. */
export function makeInvoice({ id, billed, customerId, customer, taxExempt, bills, taxRates, ...rest }: Parts): Invoice {
  const { daysUntilDue = null } = rest;
  const { period = { start: billed.created, end: billed.created }, priceOf, creditedBy = () => null } = rest;
  const { abandoned = false } = billed;
  const sent = daysUntilDue !== null;
  const waits = abandoned || ((billed.reason === 'subscription_cycle' || sent) && billed.amountDue > 0);
  return {
    id,
    object: 'invoice',
    amount_due: billed.amountDue,
    amount_paid: 0,
    attempt_count: 0,
    auto_advance: true,
    automatically_finalizes_at: waits ? billed.created + draftSeconds + 1 : null,
    billing_reason: billed.reason,
    collection_method: sent ? 'send_invoice' : 'charge_automatically',
    created: billed.created,
    customer: customerId,
    addressee: addresseeOf(customer, taxExempt),
    default_payment_method: null,
    default_tax_rates: taxRates,
    description: null,
    due_date: daysUntilDue === null ? null : billed.created + daysUntilDue * daySeconds,
    ending_balance: null,
    lines: billed.lines.map((line) => invoiceLine(line, priceOf, creditedBy)),
    metadata: {},
    next_payment_attempt: waits && !sent ? billed.created + draftSeconds : null,
    number: null,
    period_end: period.end,
    period_start: period.start,
    starting_balance: billed.startingBalance,
    status: 'draft',
    status_transitions: notYet,
    subtotal: billed.subtotal,
    total: billed.total,
    uncollectible_reason: null,
    bills,
    sequence: billed.number,
    awaitsAction: false,
    abandonedAt: abandoned ? billed.created + abandonedSeconds : null,
    paymentIntent: null,
    invoicePayment: null,
  };
}

export function addresseeOf(customer: Customer | null, taxExempt = customer?.tax_exempt !== 'none'): Addressee {
  if (!customer) return { address: null, email: null, name: null, phone: null, taxExempt: taxExempt ? 'exempt' : 'none' };
  const { address, email, name, phone, tax_exempt } = customer;
  return { address, email, name, phone, taxExempt: tax_exempt };
}

/** Returns the balance after an invoice: credit was used, or an amount below the minimum is carried over. */
export function endingBalance({ starting_balance, total, amount_due }: Invoice): number {
  return starting_balance + total - amount_due;
}

function invoiceLine(line: billing.Line, priceOf: Parts['priceOf'], creditedBy: (line: billing.Line) => CreditedDebit | null): InvoiceLine {
  const price = line.priceId === null ? undefined : priceOf(line.priceId);
  return {
    ...line,
    product: price?.product ?? null,
    unitAmount: isFree(line) ? 0 : (price?.unit_amount ?? null),
    metadata: {},
    credited: creditedBy(line),
  };
}

/** A trial is free at any price. */
function isFree({ source, proration, amount }: billing.Line): boolean {
  return source === 'subscription' && !proration && amount === 0;
}
