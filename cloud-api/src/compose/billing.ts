import type { Config } from '../config.ts';
import { createCatalogue } from '../features/billing/catalogue/create-catalogue.ts';
import { createCharges } from '../features/billing/charges/create-charges.ts';
import { createDisputes } from '../features/billing/disputes/create-disputes.ts';
import { createInvoices } from '../features/billing/invoices/create-invoices.ts';
import { createLaterChanges } from '../features/billing/later-changes/create-later-changes.ts';
import { createOnline } from '../features/billing/online/create-online.ts';
import { createPaymentIntents } from '../features/billing/payment-intents/create-payment-intents.ts';
import { createPaymentMethods } from '../features/billing/payment-methods/create-payment-methods.ts';
import { createPriceIncreases } from '../features/billing/price-increases/create-price-increases.ts';
import { createReceipts } from '../features/billing/receipts/create-receipts.ts';
import { createRefunds } from '../features/billing/refunds/create-refunds.ts';
import { createSubscriptions } from '../features/billing/subscriptions/create-subscriptions.ts';
import { createReadFresh } from '../mirror/reads/read-fresh.ts';
import type { Core } from './core.ts';
import type { MembersDomain } from './members.ts';
import type { SitesDomain } from './sites.ts';

export type BillingDomain = ReturnType<typeof composeBilling>;

type Needs = Pick<MembersDomain, 'exemptionSwitched' | 'enqueueWelcome' | 'reach'> & Pick<SitesDomain, 'vehicleLists'>;

export function composeBilling(core: Core, config: Config, { exemptionSwitched, enqueueWelcome, reach, vehicleLists }: Needs) {
  const catalogue = createCatalogue(core);
  const subscriptions = createSubscriptions({ ...core, enqueueWelcome, exemptionSwitched });
  const receipts = createReceipts(core);
  const invoices = createInvoices({ ...core, enqueueWelcome });
  const paymentMethods = createPaymentMethods(core);
  const priceIncreases = createPriceIncreases({
    ...core,
    reach,
    increases: subscriptions.increases,
    releases: subscriptions.releases,
    readFresh: createReadFresh({ ...core, payments: core.backgroundPayments }),
    leaseSeconds: config.WASHDESK_OPERATION_RECOVERY_SECONDS,
  });
  return {
    features: [
      catalogue,
      createCharges(core),
      createDisputes(core),
      invoices,
      createLaterChanges(core),
      createOnline({
        ...core,
        vehicleLists,
        key: config.WASHDESK_TOKEN_KEY,
        plans: catalogue.plans,
        previewStart: subscriptions.previewStart,
      }),
      createPaymentIntents(core),
      paymentMethods,
      receipts,
      createRefunds(core),
      subscriptions,
      priceIncreases,
    ],
    subscriptions,
    receipts: receipts.receipts,
    invoices: invoices.invoices,
    attaching: paymentMethods.attaching,
  };
}
