import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { AgeOfCustomer } from '../../../mirror/reads/customer-age.ts';
import type { Operations } from '../../../operations/operations.ts';
import { customerInvoicesRoutes, invoicesRoutes } from './invoices.routes.ts';
import { CustomerInvoicesService } from './customer-invoices.service.ts';
import { InvoiceSearchService } from './invoice-search.service.ts';
import { InvoicesService } from './invoices.service.ts';

interface Dependencies {
  db: Db;
  operations: Operations;
  ageOf: AgeOfCustomer;
}

export const createInvoices = ({ db, operations, ageOf }: Dependencies): Feature => ({
  routes: [
    ...invoicesRoutes({ invoices: new InvoicesService({ db, operations }), invoiceSearch: new InvoiceSearchService(db) }),
    ...customerInvoicesRoutes(new CustomerInvoicesService({ db, ageOf })),
  ],
});
