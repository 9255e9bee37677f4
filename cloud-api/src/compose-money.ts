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
import type { OweWelcome } from './features/members/messages/owe-welcome.ts';
import { DeedsService } from './features/system/operations/deeds.service.ts';
import { deedsRoutes } from './features/system/operations/deeds.routes.ts';
import { InvoiceSearchService } from './features/billing/invoices/invoice-search.service.ts';
import { invoicesRoutes } from './features/billing/invoices/invoices.routes.ts';
import { InvoicesService } from './features/billing/invoices/invoices.service.ts';
import { settingOf } from './features/company/settings/settings.store.ts';
import { createSubscriptions } from './features/billing/subscriptions/create-subscriptions.ts';
import { planChangeRoutes } from './features/billing/subscriptions/plan-change.routes.ts';
import { subscriptionsRoutes } from './features/billing/subscriptions/subscriptions.routes.ts';
import type { Route } from './http/route.ts';
import { lookAgainIn } from './mirror/reads/look-again.ts';

interface Parts extends MoneyParts {
  /** Shared with the worker that looks at payment pages from which nobody came back. */
  completions: CompleteCheckoutService;
  publicUrl: string;
  oweWelcome: OweWelcome;
}

/** What makes a plan of a price and its product. */
const planSettings = async (db: Db): Promise<PlanSettings> => ({
  mapping: await settingOf(db, 'siteMapping'),
  durations: await settingOf(db, 'planDurations'),
  defaultDuration: await settingOf(db, 'defaultPlanDuration'),
});

/** The rooms in which money, cards and plans change: all of them by deeds. */
export const moneyRoutes = ({ db, deeds, payments, clock, settings, completions, publicUrl, oweWelcome }: Parts): Route[] => [
  ...deedsRoutes(new DeedsService(deeds)),
  ...catalogueRoutes({
    catalogue: new CatalogueService({ db, planSettings: () => planSettings(db) }),
    productEdits: new ProductEditService({ db, deeds }),
  }),
  ...invoicesRoutes({ invoices: new InvoicesService({ db, deeds }), invoiceSearch: new InvoiceSearchService(db) }),
  ...paymentRoutes({ db, deeds, payments, clock, settings }),
  ...planRoutes({ db, deeds, payments, clock, settings, oweWelcome }),
  ...customerRoutes({ db, deeds, payments, clock, settings, planSettings: () => planSettings(db) }),
  ...checkoutRoutes({ starts: checkoutStarts({ db, deeds, clock, publicUrl }), completions }),
];

function planRoutes({ db, deeds, payments, clock, settings, oweWelcome }: MoneyParts & Pick<Parts, 'oweWelcome'>): Route[] {
  const lookAgain = lookAgainIn({ db, payments, clock, settings });
  const rooms = createSubscriptions({ db, deeds, payments, clock, settings: () => planSettings(db), lookAgain, oweWelcome });
  return [...subscriptionsRoutes(rooms), ...planChangeRoutes(rooms)];
}

const checkoutStarts = ({ db, deeds, clock, publicUrl }: Pick<Parts, 'db' | 'deeds' | 'clock' | 'publicUrl'>): StartCheckoutService =>
  new StartCheckoutService({
    db,
    deeds,
    clock,
    settings: () => planSettings(db),
    onlinePlan: () => settingOf(db, 'onlinePlan'),
    publicUrl,
  });
