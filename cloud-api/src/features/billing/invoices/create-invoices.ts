import type { Db } from '../../../db/pool.ts';
import type { EnqueueWelcome } from '../../../documents/begun-plan.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { AgeOfCustomer } from '../../../mirror/reads/customer-age.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import { completeBegunPlan } from './begun-at-provider.ts';
import { CustomerInvoicesService } from './customer-invoices.service.ts';
import { InvoiceSearchService } from './invoice-search.service.ts';
import { customerInvoicesRoutes, invoicesRoutes } from './invoices.routes.ts';
import { InvoicesService } from './invoices.service.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  operations: Operations;
  ageOf: AgeOfCustomer;
  enqueueWelcome: EnqueueWelcome;
}

export function createInvoices({ db, clock, operations, ageOf, enqueueWelcome }: Dependencies) {
  const invoices = new InvoicesService({ db, operations, enqueueWelcome });
  return {
    routes: [
      ...invoicesRoutes({ invoices, invoiceSearch: new InvoiceSearchService(db) }),
      ...customerInvoicesRoutes(new CustomerInvoicesService({ db, ageOf })),
    ],
    jobs: { 'plan.begun': completeBegunPlan({ db, clock, operations, enqueueWelcome }) },
    /** For members, who pay their own. */
    invoices,
  } satisfies OfferingFeature;
}
