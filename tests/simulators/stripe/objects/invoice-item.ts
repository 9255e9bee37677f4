import type { Line } from '../billing/model.ts';
import type { Store } from '../store.ts';
import { showTaxRates } from './subscription.ts';

/** Something sold once, or the proration of a change: waiting for an invoice or on one. Money is cents, instants are epoch seconds. */
export interface InvoiceItem {
  id: string;
  object: 'invoiceitem';
  amount: number;
  customer: string;
  date: number;
  description: string | null;
  invoice: string | null;
  metadata: Record<string, string>;
  /** The subscription that it belongs to; null for what the customer owes or is owed apart from any. */
  parent: { subscription: string; subscription_item: string } | null;
  period: { start: number; end: number };
  /** Null for a bare amount. */
  price: { id: string; product: string; unitAmount: number } | null;
  proration: boolean;
  quantity: number;
  tax_rates: string[];
  /** What the billing engine made of it, for a proration. Never shown. */
  line: Line | null;
  /** The debit that this credit gives back. */
  credited: CreditedDebit | null;
}

/** A debit by where it stood when it was credited: on an invoice, or waiting for one. */
export type CreditedDebit = { invoice: string; line: string } | { invoiceItem: string };

const frozen = ['pricing', 'quantity', 'discounts'];

export function showInvoiceItem(store: Store, { price, tax_rates, line: _line, credited, parent, ...item }: InvoiceItem) {
  return {
    ...item,
    currency: 'usd',
    customer_account: null,
    discountable: !item.proration,
    discounts: [],
    frozen_fields: item.proration ? frozen : [],
    invoicing_rules: [],
    livemode: false,
    net_amount: item.amount,
    parent: parent && { subscription_details: parent, type: 'subscription_details' },
    pricing: price && {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: item.proration ? null : String(price.unitAmount),
    },
    ...(item.proration && parent
      ? { proration_details: { credited_items: credited && showCredited(credited), discount_amounts: [] } }
      : {}),
    quantity_decimal: String(item.quantity),
    tax_rates: showTaxRates(store, tax_rates),
    test_clock: null,
  };
}

function showCredited(credited: CreditedDebit) {
  if ('invoiceItem' in credited) return { invoice_item: credited.invoiceItem, type: 'invoice_item' };
  return { invoice_line_item_details: { invoice: credited.invoice, invoice_line_items: [credited.line] }, type: 'invoice_line_items' };
}
