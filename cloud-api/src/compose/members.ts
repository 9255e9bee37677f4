import { createCustomerViews } from '../features/members/customer-views/create-customer-views.ts';
import { createCustomers } from '../features/members/customers/create-customers.ts';
import { createLoyalty } from '../features/members/loyalty/create-loyalty.ts';
import { createMessages } from '../features/members/messages/create-messages.ts';
import { createNotes } from '../features/members/notes/create-notes.ts';
import { createSignatures } from '../features/members/signatures/create-signatures.ts';
import { createWorklists } from '../features/members/worklists/create-worklists.ts';
import type { Core } from './core.ts';

export type MembersDomain = ReturnType<typeof composeMembers>;

export function composeMembers(core: Core) {
  const customers = createCustomers(core);
  const messages = createMessages(core);
  return {
    features: [
      customers,
      createCustomerViews(core),
      createLoyalty(core),
      messages,
      createNotes(core),
      createSignatures(core),
      createWorklists(core),
    ],
    exemptionSwitched: customers.exemptionSwitched,
    enqueueWelcome: messages.enqueueWelcome,
    reach: messages.reach,
  };
}
