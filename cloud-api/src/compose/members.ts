import type { Config } from '../config.ts';
import { createCustomerReads } from '../features/members/customer-reads/create-customer-reads.ts';
import { createCustomerViews } from '../features/members/customer-views/create-customer-views.ts';
import { createCustomers } from '../features/members/customers/create-customers.ts';
import { createLoyalty } from '../features/members/loyalty/create-loyalty.ts';
import { createMessages } from '../features/members/messages/create-messages.ts';
import { createNotes } from '../features/members/notes/create-notes.ts';
import { createPrivacy } from '../features/members/privacy/create-privacy.ts';
import { createSelfService, openCancellationsIn } from '../features/members/self-service/create-self-service.ts';
import { createSignatures } from '../features/members/signatures/create-signatures.ts';
import { createWorklists } from '../features/members/worklists/create-worklists.ts';
import type { AccessDomain } from './access.ts';
import type { Core } from './core.ts';

export type MembersDomain = ReturnType<typeof composeMembers>;

interface Needs {
  access: Pick<AccessDomain, 'presences'>;
}

export function composeMembers(core: Core, { access }: Needs) {
  const customers = createCustomers(core);
  const messages = createMessages(core);
  const views = createCustomerViews(core);
  const privacy = createPrivacy({ ...core, reachRequested: messages.reachRequested });
  const loyalty = createLoyalty(core);
  const reads = createCustomerReads({ ...core, presences: access.presences });
  return {
    features: [
      customers,
      views,
      reads,
      loyalty,
      messages,
      createNotes(core),
      privacy,
      createSignatures(core),
      createWorklists({ ...core, whyNotTexted: messages.whyNotTexted }),
    ],
    exemptionSwitched: customers.exemptionSwitched,
    enqueueWelcome: messages.enqueueWelcome,
    reach: messages.reach,
    reachRequested: messages.reachRequested,
    washesOf: views.washesOf,
    summaryOf: views.summaryOf,
    saveCustomer: customers.save,
    claim: customers.claim,
    openCancellations: openCancellationsIn(core.db),
    privacy,
    peopleShown: reads.peopleShown,
    loyaltyCopy: loyalty.copy,
    numberLookups: reads.numberLookups,
  };
}

type SelfService = Parameters<typeof createSelfService>[0];

/** What billing does for a member who acts alone. */
export interface BillingForMembers extends Pick<SelfService, 'attach' | 'payInvoice' | 'plans'> {
  reads: Omit<SelfService['reads'], 'summaryOf' | 'washesOf'>;
}

interface SelfServiceNeeds {
  members: Pick<MembersDomain, 'reach' | 'reachRequested' | 'washesOf' | 'summaryOf' | 'saveCustomer' | 'privacy'>;
  billing: BillingForMembers;
}

/** Composed after billing, whose operations members start themselves. */
export function composeSelfService(core: Core, config: Config, { members, billing }: SelfServiceNeeds) {
  const { reach, reachRequested, saveCustomer, summaryOf, washesOf, privacy } = members;
  const selfService = createSelfService({
    ...core,
    ...billing,
    requestsPerMinute: config.WASHDESK_REQUESTS_PER_MINUTE,
    reach,
    reachRequested,
    saveCustomer,
    data: {
      export: (customer, by) => privacy.data.export(customer, by),
      requestErasure: (...request) => privacy.requests.request(...request),
      erasureRequestedSince: (customer) => privacy.requests.openSince(customer),
    },
    reads: {
      ...billing.reads,
      summaryOf,
      washesOf,
    },
  });
  return { features: [selfService], memberOf: selfService.memberOf };
}
