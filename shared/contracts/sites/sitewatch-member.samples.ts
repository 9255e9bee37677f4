import { member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './sitewatch-member.ts';

export const samples: SamplesOf<typeof contracts> = {
  updateSitewatchCustomer: { body: { customer: 'cus_none', CustomerCode: 'NONE1-IL' } },
  activateSitewatchPlan: { body: { CustomerCode: 'NONE1-IL', ProductClass: 'Super Kiss', expirationdate: '2026-11-21' } },
  sitewatchCustomerByCode: { params: { code: member.plate }, notMeasured: "a site's Sitewatch answers" },
  enableCode: { body: { customer_code_objid: 4711, site: 12 } },
  disableCode: { body: { customer_code_objid: 4711, site: 12 } },
  replaceCode: { params: { old: 'NONE1-IL', new: 'NONE2-IL' } },
  clearSitewatchComment: { params: { customerId: '4711' } },
};
