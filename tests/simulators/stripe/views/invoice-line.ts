import type { Line, LineDiscount } from '../billing/model.ts';
import { lineId, previewedItemId } from '../objects/invoice-ids.ts';
import type { InvoiceLine } from '../objects/invoice.ts';

interface Owner {
  id: string;
  subscription: string | null;
}

/**
 * Returns an invoice line in wire format. Its id is derived from the invoice's id and the line's index, so that it does not have to be
 * stored.
 */
export function invoiceLineView(line: InvoiceLine, index: number, { id, subscription }: Owner) {
  const { discounts = [] } = line;
  return {
    id: lineId(id, index),
    object: 'line_item',
    amount: line.amount,
    currency: 'usd',
    description: line.description,
    discount_amounts: discounts.map(({ discountId, amount }) => ({ amount, discount: discountId })),
    discountable: !line.proration && line.amount >= 0,
    discounts: discounts.map(({ discountId }) => discountId),
    invoice: id,
    livemode: false,
    metadata: line.metadata,
    parent: parentView(line, line.invoiceItem ?? previewedItemId(id, index), subscription),
    period: { end: line.period.end, start: line.period.start },
    pretax_credit_amounts: pretaxCredits(discounts),
    pricing: pricingView(line),
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription,
    subtotal: line.amount,
    taxes: line.taxes.map(taxView),
  };
}

/** Returns what discounts take off before tax. */
export function pretaxCredits(discounts: readonly LineDiscount[]) {
  const taken = discounts.filter(({ amount }) => amount > 0);
  return taken.map(({ discountId, amount }) => ({ amount, discount: discountId, type: 'discount' }));
}

/** Returns one tax of a line, or of all lines together. */
export function taxView({ rateId, amount, taxableAmount }: Line['taxes'][number]) {
  return {
    amount,
    tax_behavior: 'exclusive',
    tax_rate_details: { tax_rate: rateId },
    taxability_reason: 'standard_rated',
    taxable_amount: taxableAmount,
    type: 'tax_rate_details',
  };
}

/** Prorations were invoice items before they were invoiced, but belong to a subscription item. */
function parentView(line: InvoiceLine, invoiceItem: string, subscription: string | null) {
  const { credited } = line;
  const isOnInvoice = credited !== null && 'invoice' in credited;
  const creditedItems = isOnInvoice ? { invoice: credited.invoice, invoice_line_items: [credited.line] } : null;
  const prorated = { proration: line.proration, proration_details: { credited_items: creditedItems }, subscription };
  if (line.itemId === null) {
    return {
      invoice_item_details: { invoice_item: invoiceItem, ...prorated },
      subscription_item_details: null,
      type: 'invoice_item_details',
    };
  }
  const item = { invoice_item: line.source === 'invoice_item' ? invoiceItem : null, ...prorated, subscription_item: line.itemId };
  return { invoice_item_details: null, subscription_item_details: item, type: 'subscription_item_details' };
}

/** A proration has no unit price of its own. */
function pricingView({ priceId, product, proration, source, unitAmount: ofPrice }: InvoiceLine) {
  const unitAmount = proration && source === 'invoice_item' ? null : ofPrice;
  if (priceId === null || product === null) return null;
  return {
    price_details: { price: priceId, product },
    type: 'price_details',
    unit_amount_decimal: unitAmount === null ? null : String(unitAmount),
  };
}
