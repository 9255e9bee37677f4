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
import type { BillingForMembers, MembersDomain } from './members.ts';
import type { SitesDomain } from './sites.ts';

type Needs = Pick<MembersDomain, 'exemptionSwitched' | 'enqueueWelcome' | 'reach' | 'openCancellations' | 'claim'> &
  Pick<SitesDomain, 'vehicleLists'>;

export function composeBilling(
  core: Core,
  config: Config,
  { exemptionSwitched, enqueueWelcome, reach, openCancellations, claim, vehicleLists }: Needs,
) {
  const catalogue = createCatalogue(core);
  const subscriptions = createSubscriptions({ ...core, enqueueWelcome, exemptionSwitched, openCancellations, claim });
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
        plan: subscriptions.plan,
        previewStart: subscriptions.previewStart,
      }),
      createPaymentIntents(core),
      paymentMethods,
      receipts,
      createRefunds(core),
      subscriptions,
      priceIncreases,
    ],
    forMembers: {
      attach: (by, key, body) => paymentMethods.attaching.attach(by, key, body),
      payInvoice: (by, key, invoice, card) => invoices.invoices.pay(by, key, invoice, card),
      plans: {
        discontinue: (id, reason, by, key) => subscriptions.endings.discontinue(id, reason, by, key),
        reinstate: (id, by, key) => subscriptions.reinstates.reinstate(id, undefined, {}, by, key),
        freeMonths: subscriptions.freeMonths,
        restarts: subscriptions.restarts,
        targets: async (id, mode, by) => (await subscriptions.planChoice.plans(id, { mode }, by)).plans,
        preview: (id, change, price, by) => subscriptions.previews.change(id, { change, price }, by),
        change: (id, change, wanted, by, key) => subscriptions.planChanges.change(change, id, wanted, by, key),
        repeatChange: (customer, wanted, by, key) => subscriptions.planChanges.repeat(customer, wanted, by, key),
      },
      reads: {
        subscriptionsOf: async (customer) => (await subscriptions.customerPlans.subscriptions(customer, false)).subscriptions,
        nextBillOf: (subscription, by) => subscriptions.previews.invoice(subscription, {}, by),
        receiptsOf: async (customer, page) => {
          const { receipts: rows, ...rest } = await receipts.receipts.ofCustomer(customer, page);
          return { rows, ...rest };
        },
        receiptOwner: (id) => receipts.receipts.customerOf(id),
        receiptPage: (id) => receipts.receipts.show(id, undefined, 'winprint'),
      },
    } satisfies BillingForMembers,
  };
}
