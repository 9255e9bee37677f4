import type { PlanSettings } from '@washdesk/rules/plans/offered-plan';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Payments } from '../../../ports/payments.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { checkoutRoutes } from './checkout.routes.ts';
import { CompleteCheckoutService } from './complete-checkout.service.ts';
import { settleCheckout } from './settle-checkout.ts';
import { StartCheckoutService } from './start-checkout.service.ts';

interface Dependencies {
  db: Db;
  operations: Operations;
  payments: Payments;
  clock: Clock;
  settings: ReadSetting;
  planSettings: () => Promise<PlanSettings>;
  publicUrl: string;
}

export function createCheckout({ db, operations, payments, clock, settings, planSettings, publicUrl }: Dependencies): Feature {
  const onlinePlan = () => settings('onlinePlan');
  const starts = new StartCheckoutService({ db, operations, clock, settings: planSettings, onlinePlan, publicUrl });
  const completions = new CompleteCheckoutService({ operations, payments, saleOf: (session) => starts.saleOf(session) });
  return {
    routes: checkoutRoutes({ starts, completions }),
    jobs: { 'checkout.complete': settleCheckout(completions) },
  };
}
