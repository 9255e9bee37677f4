import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './sales.ts';

export const samples: SamplesOf<typeof contracts> = {
  salesByEmployee: {
    bench: {
      'the last 90 days': () => ({}),
      'a year at a site, by rate': () => ({ query: { from: '2025-11-01', to: '2026-10-31', site: '12', sort: 'rate' } }),
      'a year by name': () => ({ query: { from: '2025-11-01', to: '2026-10-31', sort: 'name' } }),
    },
  },
  soldPlans: {
    query: { list: 'signUps' },
    bench: {
      'sign-ups': () => ({ query: { list: 'signUps' } }),
      upgrades: () => ({ query: { list: 'upgrades' } }),
      'cancelled early': () => ({ query: { list: 'left' } }),
      "an employee's sign-ups of a year": () => ({ query: { list: 'signUps', seller: '17', from: '2025-11-01', to: '2026-10-31' } }),
    },
  },
};
