import type { PlanSettings } from '@washdesk/rules/offered-plan';
import { customerRoutes } from './compose-customers.ts';
import type { MoneyParts } from './compose-parts.ts';
import { paymentRoutes } from './compose-payments.ts';
import type { Db } from './db/pool.ts';
import { catalogueRoutes } from './features/catalogue/catalogue.routes.ts';
import { CatalogueService } from './features/catalogue/catalogue.service.ts';
import { ProductEditService } from './features/catalogue/product-edit.service.ts';
import { checkoutRoutes } from './features/checkout/checkout.routes.ts';
import type { CompleteCheckoutService } from './features/checkout/complete-checkout.service.ts';
import { StartCheckoutService } from './features/checkout/start-checkout.service.ts';
import type { OweWelcome } from './features/communication/owe-welcome.ts';
import { DeedsService } from './features/deeds/deeds.service.ts';
import { deedsRoutes } from './features/deeds/deeds.routes.ts';
import { InvoiceSearchService } from './features/invoices/invoice-search.service.ts';
import { invoicesRoutes } from './features/invoices/invoices.routes.ts';
import { InvoicesService } from './features/invoices/invoices.service.ts';
import { settingOf } from './features/settings/settings.store.ts';
import { createSubscriptions } from './features/subscriptions/create-subscriptions.ts';
import { planChangeRoutes } from './features/subscriptions/plan-change.routes.ts';
import { subscriptionsRoutes } from './features/subscriptions/subscriptions.routes.ts';
import type { Route } from './http/route.ts';
import { lookAgainIn } from './mirror/look-again.ts';

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
export const moneyRoutes = ({ db, deeds, payments, clock, goodDays, completions, publicUrl, oweWelcome }: Parts): Route[] => [
  ...deedsRoutes(new DeedsService(deeds)),
  ...catalogueRoutes({
    catalogue: new CatalogueService({ db, planSettings: () => planSettings(db) }),
    productEdits: new ProductEditService({ db, deeds }),
  }),
  ...invoicesRoutes({ invoices: new InvoicesService({ db, deeds }), invoiceSearch: new InvoiceSearchService(db) }),
  ...paymentRoutes({ db, deeds, payments, clock, goodDays }),
  ...planRoutes({ db, deeds, payments, clock, goodDays, oweWelcome }),
  ...customerRoutes({ db, deeds, payments, clock, goodDays, planSettings: () => planSettings(db) }),
  ...checkoutRoutes({ starts: checkoutStarts({ db, deeds, clock, publicUrl }), completions }),
];

function planRoutes({ db, deeds, payments, clock, goodDays, oweWelcome }: MoneyParts & Pick<Parts, 'oweWelcome'>): Route[] {
  const lookAgain = lookAgainIn({ db, payments, clock, goodDays });
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
