import { capturePaymentIntent, createPaymentIntent, getPaymentIntent } from '@washdesk/contracts/billing/payment-intent';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, requiredKey, route, type Route } from '../../../http/route.ts';
import type { ReadFresh } from '../../../mirror/reads/read-fresh.ts';
import type { DailyLimitsOfPersons } from '../../../operations/daily-limits.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { BeginChargeService } from './begin-charge.service.ts';
import { CaptureService } from './capture.service.ts';
import { checkSaleLater } from './check-sale-later.ts';
import { settleReaderPayment } from './settle-reader-payment.ts';

interface Services {
  charging: BeginChargeService;
  captures: CaptureService;
}

const paymentIntentsRoutes = ({ charging, captures }: Services): Route[] => [
  route(createPaymentIntent, ({ body, caller, idempotencyKey }) => charging.begin(principalOf(caller), requiredKey(idempotencyKey), body)),
  route(getPaymentIntent, ({ params, query }) => captures.get(params.id, query.noCache === 'true')),
  route(capturePaymentIntent, ({ params, caller, idempotencyKey }) =>
    captures.capture(principalOf(caller), requiredKey(idempotencyKey), params.id),
  ),
];

interface Dependencies {
  db: Db;
  operations: Operations;
  readFresh: ReadFresh;
  settings: ReadSetting;
  sites: SiteCommands;
  clock: Clock;
  limits: DailyLimitsOfPersons;
}

export function createPaymentIntents({ db, operations, readFresh, settings, sites, clock, limits }: Dependencies): Feature {
  const manualEntry = () => settings('AllowManualEntry');
  return {
    routes: paymentIntentsRoutes({
      charging: new BeginChargeService({ db, operations, readFresh, sites, limits, manualEntry }),
      captures: new CaptureService({ db, operations, readFresh, clock }),
    }),
    jobs: {
      'reader-payment.settle': settleReaderPayment({ db, operations }),
      'sale.check': checkSaleLater({ db, sites, clock }),
    },
  };
}
