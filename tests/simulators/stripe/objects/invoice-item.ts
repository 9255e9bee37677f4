import type { Store } from '../store.ts';
import { showTaxRates } from './subscription.ts';

/** Something sold once, waiting for an invoice or on one. Money is cents, instants are epoch seconds. */
export interface InvoiceItem {
  id: string;
  object: 'invoiceitem';
  amount: number;
  customer: string;
  date: number;
  description: string | null;
  invoice: string | null;
  metadata: Record<string, string>;
  period: { start: number; end: number };
  /** Null for a bare amount. */
  price: { id: string; product: string; unitAmount: number } | null;
  quantity: number;
  tax_rates: string[];
}

export function showInvoiceItem(store: Store, { price, tax_rates, ...item }: InvoiceItem) {
  return {
    ...item,
    currency: 'usd',
    customer_account: null,
    discountable: true,
    discounts: [],
    livemode: false,
    net_amount: item.amount,
    parent: null,
    pricing: price && {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: String(price.unitAmount),
    },
    proration: false,
    quantity_decimal: String(item.quantity),
    tax_rates: showTaxRates(store, tax_rates),
    test_clock: null,
  };
}
