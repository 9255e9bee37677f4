import type { Customer } from '../objects/customer.ts';
import type { Invoice } from '../objects/invoice.ts';
import type { Subscription } from '../objects/subscription.ts';
import type { Store } from '../state/store.ts';
import { day, dollars, escape, fact, facts, notFound, page, statusPill } from './html.ts';
import { paymentMethodName } from './receipt.ts';
import type { Reply, Route } from './route.ts';

/** The number of newest invoices shown. */
const shownInvoices = 12;

/** The provider's page of a customer, which the product links to. */
export function dashboardRoutes(store: Store): Route[] {
  return [{ method: 'GET', path: '/dashboard/customers/:id', answer: ({ path: { id = '' } }) => customerPage(store, id) }];
}

function customerPage(store: Store, id: string): Reply {
  const customer = store.find(id);
  if (customer?.object !== 'customer') return notFound(`No such customer: ${id}`);
  if ('deleted' in customer) return { html: page(id, `<h1>${escape(id)}</h1><p>This customer has been deleted.</p>`) };
  const title = customer.name ?? customer.id;
  return { html: page(title, `<h1>${escape(title)}</h1>${details(store, customer)}`, 'wide') };
}

function details(store: Store, customer: Customer): string {
  const { id, metadata } = customer;
  const subscriptions = store.list('subscription').filter((subscription) => subscription.customer === id);
  const invoices = store.list('invoice').filter((invoice) => invoice.customer === id);
  return `<p class="muted">${escape(id)}, customer since ${day(customer.created)}</p>
<div class="columns">
<div>
<h2>Subscriptions</h2>
${orNone(subscriptions.map((subscription) => subscriptionCard(store, subscription)).join(''))}
<h2>Invoices</h2>
${orNone(invoices.slice(0, shownInvoices).map(invoiceItem).join(''), (items) => `<div class="card"><ul class="plain">${items}</ul></div>`)}
</div>
<div>
<h2>Contact</h2>
<div class="card">${facts([
    ['E-mail', customer.email ?? ''],
    ['Phone', customer.phone ?? ''],
    ['Default card', paymentMethodName(store, customer.invoice_settings.default_payment_method)],
  ])}</div>
<h2>Metadata</h2>
${orNone(Object.keys(metadata).length > 0 ? `<div class="card">${facts(Object.entries(metadata))}</div>` : '')}
</div>
</div>`;
}

function subscriptionCard(store: Store, { id, status, billing }: Subscription): string {
  const items = billing.items.map(({ price, period }) => {
    const name = store.get('price', price.id)?.nickname ?? price.id;
    return `${fact('Plan', `${escape(name)}<br>${dollars(price.amount)} a month`)}${fact('Period', `${day(period.start)} – ${day(period.end)}`)}`;
  });
  return `<div class="card"><table class="facts">${fact('Status', statusPill(status))}${items.join('')}${fact('Id', escape(id))}</table></div>`;
}

function invoiceItem({ id, number, created, total, status }: Invoice): string {
  const name = number === null ? 'Draft' : `<a href="/invoices/${escape(id)}">${escape(number)}</a>`;
  return `<li><span>${name}<br><span class="muted">${day(created)}</span></span><span>${dollars(total)} ${statusPill(status)}</span></li>`;
}

function orNone(markup: string, wrap = (inner: string): string => inner): string {
  return markup === '' ? '<p class="muted">None</p>' : wrap(markup);
}
