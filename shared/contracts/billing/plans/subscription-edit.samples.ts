import type { SamplesOf } from '../../samples.fixture.ts';
import type * as contracts from './subscription-edit.ts';

export const samples: SamplesOf<typeof contracts> = {
  subscriptionMetadata: {
    params: { id: 'sub_1' },
    body: { employeename: 'Sam Fuller', employeenumber: 101, incomplete: false, site: 12, terminal: 'Washcashier1', signupcompleted: 1 },
  },
  changeTax: { params: { id: 'sub_1' }, body: { site: 12 } },
  searchSubscriptions: {
    body: { employeename: 'Sam Fuller', date: '2026-11-21', site: 12 },
    bench: {
      'a seller': () => ({ body: { employeename: 'Seller 17' } }),
      'a day': ({ day }) => ({ body: { date: day } }),
      'a day and a site': ({ day }) => ({ body: { date: day, site: 12 } }),
      'a site': () => ({ body: { site: 12 } }),
    },
  },
};
