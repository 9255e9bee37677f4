import { byId, member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './customer-sitewatch.ts';

export const samples: SamplesOf<typeof contracts> = {
  customerUsage: { params: { id: member.customer }, bench: byId },
  customerDiscounts: { params: { id: member.customer }, notMeasured: "a site's Sitewatch answers" },
  customerPlatesAndTags: { params: { id: member.customer }, notMeasured: "a site's Sitewatch answers" },
  customerDxt: { params: { id: member.customer }, notMeasured: "a site's Sitewatch answers" },
};
