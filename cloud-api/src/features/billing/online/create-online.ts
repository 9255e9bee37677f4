import type { KeyObject } from 'node:crypto';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import type { OfferedPlan, PlanSettings } from '@washdesk/rules/plans/offered-plan';
import type { Alert } from '../../../common/alert.ts';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Payments } from '../../../ports/payments.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import type { VehicleLists } from '../../../ports/vehicle-lists.ts';
import { AccountSearch } from './account-search.service.ts';
import { checkoutRoutes } from './checkout/checkout.routes.ts';
import { closeOvertaken } from './checkout/close-pages.ts';
import { CompleteCheckoutService } from './checkout/complete-checkout.service.ts';
import { checkoutEvents } from './checkout/declines.ts';
import { personalData as pageData } from './checkout/online-page.store.ts';
import { checkoutJobs } from './checkout/settle-checkout.ts';
import { StartCheckoutService } from './checkout/start-checkout.service.ts';
import { personalData as attemptData } from './online-attempt.store.ts';
import { OnlineLimits } from './online-limits.ts';
import { OnlineOffers } from './online-offers.service.ts';
import { OnlineVehicles } from './online-vehicles.ts';
import { onlineRoutes } from './online.routes.ts';
import { Posters } from './poster/poster.service.ts';
import { SessionKeys } from './visitors.ts';

interface Dependencies {
  db: Db;
  operations: Operations;
  payments: Payments;
  clock: Clock;
  alert: Alert;
  settings: ReadSetting;
  planSettings: () => Promise<PlanSettings>;
  publicUrl: string;
  /** A private key of the installation. */
  key: KeyObject;
  plans: () => Promise<OfferedPlan[]>;
  plan: (price: string) => Promise<OfferedPlan>;
  previewStart: (plan: OfferedPlan, site: number) => Promise<Preview>;
  vehicleLists: VehicleLists;
}

/** The public sign-up (docs/rules/billing.md#online-sign-up). */
export function createOnline(dependencies: Dependencies): Feature {
  const { db, operations, payments, clock, alert, settings, planSettings, publicUrl, key, plans, plan, previewStart, vehicleLists } =
    dependencies;
  const offers = new OnlineOffers({ db, settings, planSettings, plans, plan, previewStart });
  const keys = new SessionKeys({ clock, key });
  const limits = new OnlineLimits(db);
  const starts = new StartCheckoutService({ db, operations, clock, alert, settings, planSettings, offers, limits, publicUrl });
  const completions = new CompleteCheckoutService({
    db,
    clock,
    alert,
    operations,
    payments,
    saleOf: (session) => starts.saleOf(session),
    totalAt: (site, amount) => offers.totalAt(site, amount),
  });
  return {
    personalData: { ...attemptData, ...pageData },
    routes: [
      ...onlineRoutes({
        offers,
        search: new AccountSearch({ db, clock, alert }),
        keys,
        limits,
        vehicles: new OnlineVehicles({ lists: vehicleLists, carColors: () => settings('carColors') }),
        posters: new Posters({ db, clock, publicUrl }),
      }),
      ...checkoutRoutes({ starts, completions, keys }),
    ],
    jobs: checkoutJobs({ db, clock, payments, completions }),
    onProviderEvent: checkoutEvents({ clock, alert }),
    onClaim: closeOvertaken,
  };
}
