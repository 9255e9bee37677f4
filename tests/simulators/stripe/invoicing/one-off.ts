import { announceChange, announceNew } from '../announce.ts';
import { sum } from '../billing/money.ts';
import { taxesOn, taxOf } from '../billing/tax.ts';
import type { Customer } from '../objects/customer.ts';
import type { InvoiceItem } from '../objects/invoice-item.ts';
import { notYet, type Invoice } from '../objects/invoice.ts';
import type { InvoiceLine } from '../objects/invoice.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { paymentMethodOf } from '../subscribe/order.ts';
import { storedTaxRates, taxRatesOf } from '../subscribe/tax-rates.ts';
import { noSuchReference } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';
import { giveCurrency } from './issue.ts';
import { addresseeOf } from './make-invoice.ts';

export const oneOffFields = [
  'auto_advance',
  'collection_method',
  'currency',
  'customer',
  'default_payment_method',
  'default_tax_rates',
  'description',
  'metadata',
  'pending_invoice_items_behavior',
];

/** Creates an empty draft for a customer, or one of all pending items. It only advances manually. */
export function draftInvoice(sandbox: Sandbox, input: Input): Invoice {
  const customer = knownCustomer(sandbox, input);
  input.choice('auto_advance', ['false']);
  input.choice('collection_method', ['charge_automatically']);
  input.choice('currency', ['usd']);
  const now = sandbox.now();
  const draft: Invoice = {
    id: sandbox.newId('in'),
    object: 'invoice',
    amount_due: 0,
    amount_paid: 0,
    attempt_count: 0,
    auto_advance: false,
    automatically_finalizes_at: null,
    billing_reason: 'manual',
    collection_method: 'charge_automatically',
    created: now,
    customer: customer.id,
    addressee: addresseeOf(customer),
    default_payment_method: paymentMethodOf(sandbox, input, 'default_payment_method', customer.id) ?? null,
    default_tax_rates: (taxRatesOf(sandbox, input, 'default_tax_rates') ?? []).map(({ id }) => id),
    description: input.text('description') || null,
    due_date: null,
    ending_balance: null,
    lines: [],
    metadata: mergedMetadata({}, input),
    next_payment_attempt: null,
    number: null,
    period_end: now,
    period_start: now,
    starting_balance: 0,
    status: 'draft',
    status_transitions: notYet,
    subtotal: 0,
    total: 0,
    uncollectible_reason: null,
    bills: null,
    sequence: null,
    awaitsAction: false,
    abandonedAt: null,
    paymentIntent: null,
    invoicePayment: null,
  };
  announceNew(sandbox, draft, 'invoice.created');
  giveCurrency(sandbox, customer.id);
  if (input.choice('pending_invoice_items_behavior', ['exclude', 'include'] as const) !== 'include') return draft;
  const waiting = sandbox.store.waitingItems(customer.id).filter(({ parent }) => parent === null);
  return waiting.toReversed().reduce((invoice, item) => addToInvoice(sandbox, invoice, item), draft);
}

export function knownCustomer({ store }: Sandbox, input: Input): Customer {
  const id = input.required('customer');
  const customer = store.get('customer', id);
  if (!customer) throw noSuchReference('customer', id, 'customer');
  return customer;
}

/** Adds an item to a draft. */
export function addToInvoice(sandbox: Sandbox, draft: Invoice, item: InvoiceItem): Invoice {
  const exempt = draft.addressee.taxExempt !== 'none';
  const rates = exempt ? [] : storedTaxRates(sandbox, item.tax_rates.length > 0 ? item.tax_rates : draft.default_tax_rates);
  const line: InvoiceLine = {
    source: 'invoice_item',
    description: item.description ?? '',
    itemId: null,
    priceId: item.price?.id ?? null,
    quantity: item.quantity,
    amount: item.amount,
    period: item.period,
    proration: item.proration,
    taxes: item.line?.taxes ?? taxesOn(item.amount, rates),
    product: item.price?.product ?? null,
    unitAmount: item.price?.unitAmount ?? null,
    metadata: item.metadata,
    invoiceItem: item.id,
    credited: null,
  };
  const lines = [...draft.lines, line];
  const subtotal = sum(lines.map(({ amount }) => amount));
  const total = subtotal + taxOf(lines);
  const changed = { ...draft, lines, subtotal, total, amount_due: Math.max(0, total) };
  sandbox.store.put({ ...item, invoice: draft.id });
  announceChange(sandbox, draft, changed, 'invoice.updated');
  return changed;
}
