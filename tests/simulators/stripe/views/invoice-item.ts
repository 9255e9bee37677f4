import type { CreditedDebit, InvoiceItem } from '../objects/invoice-item.ts';
import type { Store } from '../state/store.ts';
import { taxRatesOf } from './subscription.ts';

const frozen = ['pricing', 'quantity', 'discounts'];

export function invoiceItemView(store: Store, { price, tax_rates, line, credited, parent, ...item }: InvoiceItem) {
  return {
    ...item,
    currency: 'usd',
    customer_account: null,
    discountable: !item.proration,
    discounts: (line?.discounts ?? []).map(({ discountId }) => discountId),
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
      ? { proration_details: { credited_items: credited && creditedView(credited), discount_amounts: [] } }
      : {}),
    quantity_decimal: String(item.quantity),
    tax_rates: taxRatesOf(store, tax_rates),
    test_clock: null,
  };
}

function creditedView(credited: CreditedDebit) {
  if ('invoiceItem' in credited) return { invoice_item: credited.invoiceItem, type: 'invoice_item' };
  return { invoice_line_item_details: { invoice: credited.invoice, invoice_line_items: [credited.line] }, type: 'invoice_line_items' };
}
