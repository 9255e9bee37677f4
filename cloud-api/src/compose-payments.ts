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
import { lookAgainIn } from './mirror/reads/look-again.ts';
import { refreshCustomer } from './mirror/reads/refresh.ts';

/** The rooms in which cards are taken, charged and given money back. */
export function paymentRoutes({ db, deeds, payments, clock, settings }: MoneyParts): Route[] {
  const lookAgain = lookAgainIn({ db, payments, clock, settings });
  const refresh = (customer: string) => refreshCustomer({ db, payments, clock, settings }, customer);
  const manualEntry = () => settingOf(db, 'AllowManualEntry');
  return [
    ...paymentMethodsRoutes({
      cards: new PaymentMethodsService({ db, deeds, payments, lookAgain }),
      attaching: new AttachService({ db, deeds, payments, clock }),
    }),
    ...paymentIntentsRoutes({
      charging: new BeginChargeService({ db, deeds, lookAgain, manualEntry }),
      captures: new CaptureService({ db, deeds, lookAgain }),
    }),
    ...chargesRoutes(new ChargesService({ db, clock, refresh, mapping: () => settingOf(db, 'siteMapping') })),
    ...refundsRoutes({
      chargeRefunds: new ChargeRefundService({ db, deeds }),
      openRefunds: new OpenRefundService({ db, deeds, payments }),
    }),
    ...disputesRoutes({
      disputes: new DisputesService({ db, deeds, clock, refresh, lookAgain }),
      collecting: new CollectService({ db, deeds, clock }),
    }),
    ...terminalsRoutes({ readers: new ReadersService(payments), readerRegistry: new ReaderRegistry(deeds) }),
  ];
}
