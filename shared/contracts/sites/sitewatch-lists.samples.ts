import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './sitewatch-lists.ts';

export const samples: SamplesOf<typeof contracts> = {
  listMakes: { notMeasured: "a site's Sitewatch answers" },
  listModels: { query: { make: '3' }, notMeasured: "a site's Sitewatch answers" },
  listColors: { notMeasured: "a site's Sitewatch answers" },
  listSites: {},
  listTerminals: {},
  topSellers: { notMeasured: "a site's Sitewatch answers" },
};
