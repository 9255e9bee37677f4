import type { Invoice, InvoiceLine } from '../objects/invoice.ts';
import type { Store } from '../state/store.ts';
import { invoiceView } from '../views/invoice.ts';
import { day, dollars, escape, facts, notFound, page, statusPill } from './html.ts';
import type { Route } from './route.ts';

/** The page of an invoice's `hosted_invoice_url`, available once it is finalized. Its "PDF" is the same page, for printing. */
export function invoiceRoutes(store: Store): Route[] {
  const answer: Route['answer'] = ({ path: { id = '' } }) => {
    const invoice = store.get('invoice', id);
    return invoice && invoice.number !== null ? { html: invoicePage(store, invoice) } : notFound('Invoice not found.');
  };
  return [
    { method: 'GET', path: '/invoices/:id', answer },
    { method: 'GET', path: '/invoices/:id/pdf', answer },
  ];
}

function invoicePage(store: Store, invoice: Invoice): string {
  const { addressee, created, amount_due: due, amount_paid: paid, status } = invoice;
  const billedTo = [addressee.name, addressee.email].filter((text) => text !== null).join(', ');
  const unpaid = status === 'open' || status === 'uncollectible';
  return page(
    `Invoice ${invoice.number}`,
    `<h1>Invoice ${escape(invoice.number ?? '')} ${statusPill(status)}</h1>
<p class="muted">${unpaid ? 'Amount due' : 'Amount paid'}</p>
<p class="sum">${dollars(unpaid ? due - paid : paid)}</p>
<div class="card">${facts([
      ['Billed to', billedTo],
      ['Date', day(created)],
    ])}</div>
<div class="card"><table>
<thead><tr><th scope="col">Description</th><th scope="col" class="number">Amount</th></tr></thead>
<tbody>${invoice.lines.map(line).join('')}</tbody>
<tfoot>${totals(store, invoice)}</tfoot>
</table></div>`,
  );
}

function line({ description, quantity, period, amount }: InvoiceLine): string {
  const pieces = quantity === 1 ? '' : `${quantity} × `;
  const span = period.start === period.end ? day(period.start) : `${day(period.start)} – ${day(period.end)}`;
  return `<tr><td>${pieces}${escape(description)}<br><span class="muted">${span}</span></td><td class="number">${dollars(amount)}</td></tr>`;
}

function totals(store: Store, invoice: Invoice): string {
  const { subtotal, total, amount_due: due, amount_paid: paid } = invoice;
  const taxes = invoiceView(store, invoice).total_taxes.map(({ tax_rate_details: { tax_rate: id }, amount }) => {
    const rate = store.get('tax_rate', id);
    return row(rate ? `${rate.display_name} (${rate.percentage}%)` : 'Tax', amount);
  });
  // applied credit, or an amount below the minimum charge, is the difference between the total and the amount due
  const carried = due === total ? [] : [row('Applied balance', due - total)];
  return [row('Subtotal', subtotal), ...taxes, row('Total', total, true), ...carried, row('Paid', paid), row('Due', due - paid, true)].join(
    '',
  );
}

function row(name: string, amount: number, stressed = false): string {
  return `<tr${stressed ? ' class="total"' : ''}><th scope="row">${escape(name)}</th><td class="number">${dollars(amount)}</td></tr>`;
}
