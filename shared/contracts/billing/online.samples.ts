import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './online.ts';

export const samples: SamplesOf<typeof contracts> = {
  onlinePlans: { query: { site: '12' }, bench: () => ({ query: { site: '12' } }) },
  onlineMakes: { query: { site: '12' }, notMeasured: "a copy of a site's list" },
  onlineModels: { query: { site: '12', make: '3' }, notMeasured: "a copy of a site's list" },
  onlineColors: { query: { site: '12' }, notMeasured: "a copy of a site's list" },
  onlinePreview: {
    body: { PlanId: 'price_1', plate: 'ONLINE1', plateState: 'IL' },
  },
  onlineSession: { query: { sessionid: 'none' }, notMeasured: 'signs a key' },
  onlineSearch: {
    body: { email: 'zoe@example.com', customercode: 'ONLINE1-IL', sessionKey: 'none', site: 12 },
    notMeasured: 'it takes the same time always',
  },
  onlinePoster: { params: { site: '12' }, notMeasured: 'draws a page' },
  onlineTerms: { query: { lang: 'es', plan: 'price_1' }, notMeasured: 'needs a price' },
};
