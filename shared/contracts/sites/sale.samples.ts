import { member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './sale.ts';

export const samples: SamplesOf<typeof contracts> = {
  listSales: { query: { code: member.plate, site: '12' }, notMeasured: "a site's Sitewatch answers" },
  getSale: { params: { site: '12', sale: '8812' }, notMeasured: "a site's Sitewatch answers" },
};
