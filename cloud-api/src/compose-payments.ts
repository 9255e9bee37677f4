import type { MoneyParts } from './compose-parts.ts';
import { chargesRoutes } from './features/billing/charges/charges.routes.ts';
import { ChargesService } from './features/billing/charges/charges.service.ts';
import { CollectService } from './features/billing/disputes/collect.service.ts';
import { disputesRoutes } from './features/billing/disputes/disputes.routes.ts';
import { DisputesService } from './features/billing/disputes/disputes.service.ts';
import { BeginChargeService } from './features/billing/payment-intents/begin-charge.service.ts';
import { CaptureService } from './features/billing/payment-intents/capture.service.ts';
import { paymentIntentsRoutes } from './features/billing/payment-intents/payment-intents.routes.ts';
import { AttachService } from './features/billing/payment-methods/attach.service.ts';
import { paymentMethodsRoutes } from './features/billing/payment-methods/payment-methods.routes.ts';
import { PaymentMethodsService } from './features/billing/payment-methods/payment-methods.service.ts';
import { ChargeRefundService } from './features/billing/refunds/charge-refund.service.ts';
import { OpenRefundService } from './features/billing/refunds/open-refund.service.ts';
import { refundsRoutes } from './features/billing/refunds/refunds.routes.ts';
import { settingOf } from './features/company/settings/settings.store.ts';
import { ReaderRegistry } from './features/sites/terminals/reader-registry.service.ts';
import { ReadersService } from './features/sites/terminals/readers.service.ts';
import { terminalsRoutes } from './features/sites/terminals/terminals.routes.ts';
import type { Route } from './http/route.ts';
import { createReadFresh } from './mirror/reads/read-fresh.ts';
import { readFreshCustomer } from './mirror/reads/read-fresh-customer.ts';

/** The services in which cards are taken, charged and given money back. */
export function paymentRoutes({ db, operations, payments, clock, settings }: MoneyParts): Route[] {
  const readFresh = createReadFresh({ db, payments, clock, settings });
  const refresh = (customer: string) => readFreshCustomer({ db, payments, clock, settings }, customer);
  const manualEntry = () => settingOf(db, 'AllowManualEntry');
  return [
    ...paymentMethodsRoutes({
      cards: new PaymentMethodsService({ db, operations, payments, readFresh }),
      attaching: new AttachService({ db, operations, payments, clock }),
    }),
    ...paymentIntentsRoutes({
      charging: new BeginChargeService({ db, operations, readFresh, manualEntry }),
      captures: new CaptureService({ db, operations, readFresh }),
    }),
    ...chargesRoutes(new ChargesService({ db, clock, refresh, mapping: () => settingOf(db, 'siteMapping') })),
    ...refundsRoutes({
      chargeRefunds: new ChargeRefundService({ db, operations }),
      openRefunds: new OpenRefundService({ db, operations, payments }),
    }),
    ...disputesRoutes({
      disputes: new DisputesService({ db, operations, clock, refresh, readFresh }),
      collecting: new CollectService({ db, operations, clock }),
    }),
    ...terminalsRoutes({ readers: new ReadersService(payments), readerRegistry: new ReaderRegistry(operations) }),
  ];
}
