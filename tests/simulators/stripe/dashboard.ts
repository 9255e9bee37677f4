import type { Customer, DeletedCustomer } from './objects/customer.ts';
import type { Store } from './store.ts';

/** The provider's own page of a customer, which the product links to; undefined for any other path. */
export function dashboardPage(store: Store, pathname: string): string | undefined {
  const id = /^\/dashboard\/customers\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (id === undefined) return undefined;
  const customer = store.find(id);
  if (customer?.object !== 'customer') return layout('Not found', `<p>No such customer: ${escape(id)}</p>`);
  return layout(titleOf(customer), 'deleted' in customer ? '<p>This customer has been deleted.</p>' : details(store, customer));
}

function titleOf(customer: Customer | DeletedCustomer): string {
  return 'deleted' in customer ? customer.id : (customer.name ?? customer.id);
}

function details(store: Store, customer: Customer): string {
  const subscriptions = store.list('subscription').filter((subscription) => subscription.customer === customer.id);
  const rows = subscriptions.map(({ id, status, item }) => {
    const price = store.get('price', item.priceId);
    return row(id, `${status}, ${price?.nickname ?? item.priceId}, $${((price?.unit_amount ?? 0) / 100).toFixed(2)} a month`);
  });
  return [
    table([row('Id', customer.id), row('E-mail', customer.email ?? ''), row('Phone', customer.phone ?? '')]),
    `<h2>Subscriptions</h2>${table(rows)}`,
    `<h2>Metadata</h2>${table(Object.entries(customer.metadata).map(([key, value]) => row(key, value)))}`,
  ].join('\n');
}

const table = (rows: readonly string[]): string => `<table>${rows.join('')}</table>`;
const row = (name: string, value: string): string => `<tr><th scope="row">${escape(name)}</th><td>${escape(value)}</td></tr>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function layout(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)} – provider dashboard (stand-in)</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 48rem; padding: 0 1rem; color: #102033; background: #f5f7fa }
  table { border-collapse: collapse; width: 100%; background: #fff }
  th, td { text-align: left; padding: .5rem .75rem; border: 1px solid #dfe5ec; vertical-align: top }
  th { font-weight: 500; color: #5b6b7d; width: 14rem }
</style>
<p>Payment provider, stand-in</p>
<h1>${escape(title)}</h1>
${body}
</html>
`;
}
