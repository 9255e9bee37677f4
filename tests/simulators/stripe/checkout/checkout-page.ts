import { dollars, escape, page } from '../site/html.ts';
import type { Store } from '../state/store.ts';
import { checkoutForm, type Refused } from './checkout-form.ts';
import type { CheckoutSession } from './session.ts';

/** The most useful test cards for a visitor of this page. */
const hints = `<p class="muted">Cards for trying out, with any later date and any CVC:<br>
4242 4242 4242 4242 is accepted, 4000 0000 0000 0002 is declined, 4000 0000 0000 9995 has no money on it.</p>`;

export function checkoutPage(store: Store, session: CheckoutSession, refused?: Refused): string {
  const { mode, status, cancel_url: cancelUrl, phoneNumber: asksPhone } = session;
  const title = mode === 'setup' ? 'Save a card' : 'Subscribe';
  if (status !== 'open') return page(title, `<h1>${title}</h1><p>This page is no longer open.</p>${back(cancelUrl)}`);
  const button = mode === 'setup' ? 'Save card' : 'Subscribe';
  const form = checkoutForm({ button, asksPhone, knownEmail: knownEmail(store, session), refused });
  return page(
    title,
    `<div class="columns">
<div><h1>${title}</h1>${order(store, session)}${hints}${back(cancelUrl)}</div>
<div class="card roomy">${form}</div>
</div>`,
    'wide',
  );
}

function back(url: string | null): string {
  return url === null ? '' : `<p><a href="${escape(url)}">Cancel and go back</a></p>`;
}

function knownEmail(store: Store, { customer, customer_email }: CheckoutSession): string {
  return customer_email ?? store.get('customer', customer ?? '')?.email ?? '';
}

function order(store: Store, { lines, amount_total: due, mode }: CheckoutSession): string {
  if (mode === 'setup') return '<p>Nothing is charged today.</p>';
  const rows = lines.map(({ price: id, quantity }) => {
    const price = store.get('price', id);
    const name = store.get('product', price?.product ?? '')?.name ?? id;
    const each = `${dollars(price?.unit_amount ?? 0)} per ${price?.recurring?.interval ?? 'month'}`;
    return `<tr><th scope="row">${escape(name)}</th><td class="number">${quantity > 1 ? `${quantity} × ` : ''}${each}</td></tr>`;
  });
  return `<p class="muted">Total due today</p>
<p class="sum">${dollars(due ?? 0)}</p>
<div class="card"><table>${rows.join('')}</table></div>`;
}
