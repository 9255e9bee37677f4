import { customerInvoices } from '@washdesk/contracts/members/customer-parts';
import { route, type Route } from '../../../http/route.ts';
import type { CustomerInvoicesService } from './customer-invoices.service.ts';

export const customerInvoicesRoutes = (invoices: CustomerInvoicesService): Route[] => [
  route(customerInvoices, ({ params, query }) => invoices.invoices(params.id, query.noCache === 'true')),
];
