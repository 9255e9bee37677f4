import type { Config } from '../config.ts';
import { createSelfService } from '../features/members/self-service/create-self-service.ts';
import type { BillingDomain } from './billing.ts';
import type { Core } from './core.ts';
import type { MembersDomain } from './members.ts';

interface Needs {
  members: Pick<MembersDomain, 'reach' | 'reachRequested' | 'washesOf' | 'summaryOf' | 'saveCustomer' | 'privacy'>;
  billing: Pick<BillingDomain, 'subscriptions' | 'receipts' | 'invoices' | 'attaching'>;
}

/** Composed after billing, whose operations members start themselves. */
export function composeSelfService(core: Core, config: Config, { members, billing }: Needs) {
  const { subscriptions, receipts, invoices, attaching } = billing;
  const selfService = createSelfService({
    ...core,
    requestsPerMinute: config.WASHDESK_REQUESTS_PER_MINUTE,
    reach: members.reach,
    reachRequested: members.reachRequested,
    attach: (by, key, body) => attaching.attach(by, key, body),
    payInvoice: (by, key, invoice, card) => invoices.pay(by, key, invoice, card),
    saveCustomer: members.saveCustomer,
    data: {
      export: (customer, by) => members.privacy.data.export(customer, by),
      requestErasure: (customer, lang, by) => members.privacy.requests.request(customer, lang, by),
      erasureRequestedSince: (customer) => members.privacy.requests.openSince(customer),
    },
    plans: {
      discontinue: (id, reason, by, key) => subscriptions.endings.discontinue(id, reason, by, key),
      reinstate: (id, by, key) => subscriptions.reinstates.reinstate(id, undefined, {}, by, key),
      targets: async (id, mode, by) => (await subscriptions.planChoice.plans(id, { mode }, by)).plans,
      preview: (id, change, price, by) => subscriptions.previews.change(id, { change, price }, by),
      change: (id, change, wanted, by, key) => subscriptions.planChanges.change(change, id, wanted, by, key),
    },
    reads: {
      subscriptionsOf: async (customer) => (await subscriptions.customerPlans.subscriptions(customer, false)).subscriptions,
      nextBillOf: (subscription, by) => subscriptions.previews.invoice(subscription, {}, by),
      summaryOf: members.summaryOf,
      washesOf: async (customer, page) => {
        const { washes: rows, ...rest } = await members.washesOf(customer, page);
        return { rows, ...rest };
      },
      receiptsOf: async (customer, page) => {
        const { receipts: rows, ...rest } = await receipts.ofCustomer(customer, page);
        return { rows, ...rest };
      },
      receiptOwner: async (id) => (await receipts.textOf(id)).customer,
      receiptPage: (id) => receipts.show(id, undefined, 'winprint'),
    },
  });
  return { features: [selfService], memberOf: selfService.memberOf };
}
