import type { Charge } from '../objects/charge.ts';
import { cardFactsOf } from '../objects/payment-method.ts';
import type { Store } from '../state/store.ts';
import { day, dollars, facts, notFound, page } from './html.ts';
import type { Route } from './route.ts';

/** The page of a charge's `receipt_url`. */
export function receiptRoutes(store: Store): Route[] {
  return [
    {
      method: 'GET',
      path: '/receipts/:id',
      answer({ path: { id = '' } }) {
        const charge = store.get('charge', id);
        return charge?.paid ? { html: receipt(store, charge) } : notFound('Receipt not found.');
      },
    },
  ];
}

function receipt(store: Store, charge: Charge): string {
  const rows: [string, string][] = [
    ['Date', day(charge.created)],
    ['Payment method', paymentMethodName(store, charge.payment_method)],
    ['Receipt for', charge.id],
  ];
  if (charge.description !== null) rows.push(['For', charge.description]);
  if (charge.amount_refunded > 0) rows.push(['Refunded', dollars(charge.amount_refunded)]);
  return page(
    `Receipt ${charge.id}`,
    `<h1>Receipt</h1>
<p class="muted">${charge.captured ? 'Amount paid' : 'Amount authorized'}</p>
<p class="sum">${dollars(charge.amount)}</p>
<div class="card">${facts(rows)}</div>`,
  );
}

/** Returns the name of a payment method on a receipt. */
export function paymentMethodName(store: Store, id: string | null): string {
  const method = store.get('payment_method', id ?? '');
  if (!method) return 'None';
  const card = cardFactsOf(method);
  return card ? `${card.brand.replace(/^./, (first) => first.toUpperCase())} ending in ${card.last4}` : 'Link';
}
