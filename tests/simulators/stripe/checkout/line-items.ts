import { taxesOn } from '../billing/tax.ts';
import type { Store } from '../state/store.ts';
import { storedTaxRates } from '../subscribe/tax-rates.ts';
import type { CheckoutSession, OrderedItem } from './session.ts';

/** Returns the items of a session as a Stripe list. Amounts are those of a whole period. */
export function lineItems(store: Store, id: string) {
  const session = store.get('checkout.session', id);
  const data = session?.lines.map((line) => showLine(store, session, line)) ?? [];
  return { object: 'list' as const, data, has_more: false, url: `/v1/checkout/sessions/${id}/line_items` };
}

function showLine(store: Store, session: CheckoutSession, { id, price: priceId, quantity, taxRates }: OrderedItem) {
  const price = store.get('price', priceId);
  const subtotal = (price?.unit_amount ?? 0) * quantity;
  const rates = taxRates.length > 0 ? taxRates : (session.terms.default_tax_rates ?? []);
  const tax = taxesOn(subtotal, storedTaxRates({ store }, rates)).reduce((sum, { amount }) => sum + amount, 0);
  return {
    id,
    object: 'item' as const,
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: subtotal,
    amount_tax: tax,
    amount_total: subtotal + tax,
    currency: 'usd',
    description: price ? (store.get('product', price.product)?.name ?? null) : null,
    metadata: {},
    price: price ? structuredClone(price) : null,
    quantity,
  };
}
