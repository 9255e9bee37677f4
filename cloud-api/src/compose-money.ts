import type { PlanSettings } from '@washdesk/rules/plans/offered-plan';
import { customerRoutes } from './compose-customers.ts';
import type { MoneyParts } from './compose-parts.ts';
import { paymentRoutes } from './compose-payments.ts';
import type { Db } from './db/pool.ts';
import { catalogueRoutes } from './features/billing/catalogue/catalogue.routes.ts';
import { CatalogueService } from './features/billing/catalogue/catalogue.service.ts';
import { ProductEditService } from './features/billing/catalogue/product-edit.service.ts';
import { checkoutRoutes } from './features/billing/checkout/checkout.routes.ts';
import type { CompleteCheckoutService } from './features/billing/checkout/complete-checkout.service.ts';
import { StartCheckoutService } from './features/billing/checkout/start-checkout.service.ts';
import type { EnqueueWelcome } from './features/members/messages/enqueue-welcome.ts';
import { OperationsService } from './features/system/operations/operations.service.ts';
import { operationsRoutes } from './features/system/operations/operations.routes.ts';
import { InvoiceSearchService } from './features/billing/invoices/invoice-search.service.ts';
import { invoicesRoutes } from './features/billing/invoices/invoices.routes.ts';
import { InvoicesService } from './features/billing/invoices/invoices.service.ts';
import { settingOf } from './features/company/settings/settings.store.ts';
import { createSubscriptions } from './features/billing/subscriptions/create-subscriptions.ts';
import { planChangeRoutes } from './features/billing/subscriptions/plan-change.routes.ts';
import { subscriptionsRoutes } from './features/billing/subscriptions/subscriptions.routes.ts';
import type { Route } from './http/route.ts';
import { createReadFresh } from './mirror/reads/read-fresh.ts';

interface Parts extends MoneyParts {
  /** Shared with the worker that looks at payment pages from which nobody came back. */
  completions: CompleteCheckoutService;
  publicUrl: string;
  enqueueWelcome: EnqueueWelcome;
}

/** What makes a plan of a price and its product. */
const planSettings = async (db: Db): Promise<PlanSettings> => ({
  mapping: await settingOf(db, 'siteMapping'),
  durations: await settingOf(db, 'planDurations'),
  defaultDuration: await settingOf(db, 'defaultPlanDuration'),
});

/** The services in which money, cards and plans change: all of them by operations. */
export const moneyRoutes = ({ db, operations, payments, clock, settings, completions, publicUrl, enqueueWelcome }: Parts): Route[] => [
  ...operationsRoutes(new OperationsService(operations)),
  ...catalogueRoutes({
    catalogue: new CatalogueService({ db, planSettings: () => planSettings(db) }),
    productEdits: new ProductEditService({ db, operations }),
  }),
  ...invoicesRoutes({ invoices: new InvoicesService({ db, operations }), invoiceSearch: new InvoiceSearchService(db) }),
  ...paymentRoutes({ db, operations, payments, clock, settings }),
  ...planRoutes({ db, operations, payments, clock, settings, enqueueWelcome }),
  ...customerRoutes({ db, operations, payments, clock, settings, planSettings: () => planSettings(db) }),
  ...checkoutRoutes({ starts: checkoutStarts({ db, operations, clock, publicUrl }), completions }),
];

function planRoutes({ db, operations, payments, clock, settings, enqueueWelcome }: MoneyParts & Pick<Parts, 'enqueueWelcome'>): Route[] {
  const readFresh = createReadFresh({ db, payments, clock, settings });
  const services = createSubscriptions({ db, operations, payments, clock, settings: () => planSettings(db), readFresh, enqueueWelcome });
  return [...subscriptionsRoutes(services), ...planChangeRoutes(services)];
}

const checkoutStarts = ({
  db,
  operations,
  clock,
  publicUrl,
}: Pick<Parts, 'db' | 'operations' | 'clock' | 'publicUrl'>): StartCheckoutService =>
  new StartCheckoutService({
    db,
    operations,
    clock,
    settings: () => planSettings(db),
    onlinePlan: () => settingOf(db, 'onlinePlan'),
    publicUrl,
  });
