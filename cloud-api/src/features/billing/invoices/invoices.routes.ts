import { markUncollectable, payInvoice, searchInvoices } from '@washdesk/contracts/billing/invoice';
import { customerInvoices } from '@washdesk/contracts/members/customer-parts';
import { principalOf, requiredKey, route, type Route } from '../../../http/route.ts';
import type { CustomerInvoicesService } from './customer-invoices.service.ts';
import type { InvoiceSearchService } from './invoice-search.service.ts';
import type { InvoicesService } from './invoices.service.ts';

interface Services {
  invoices: InvoicesService;
  invoiceSearch: InvoiceSearchService;
}

export const invoicesRoutes = ({ invoices, invoiceSearch }: Services): Route[] => [
  route(payInvoice, ({ params, query, caller, idempotencyKey }) =>
    invoices.pay(principalOf(caller), requiredKey(idempotencyKey), params.id, query.payment_method),
  ),
  route(markUncollectable, ({ params, caller, idempotencyKey }) =>
    invoices.markUncollectable(principalOf(caller), requiredKey(idempotencyKey), params.id),
  ),
  route(searchInvoices, ({ body, query, caller }) => invoiceSearch.search(body, query.page, principalOf(caller))),
];

export const customerInvoicesRoutes = (invoices: CustomerInvoicesService): Route[] => [
  route(customerInvoices, ({ params, query }) => invoices.invoices(params.id, query.noCache === 'true')),
];
