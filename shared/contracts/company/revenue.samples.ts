import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './revenue.ts';

export const samples: SamplesOf<typeof contracts> = {
  getRevenue: {
    query: { from: '2026-10-01', to: '2026-10-31' },
    bench: {
      'a day': () => ({ query: { from: '2026-10-31', to: '2026-10-31' } }),
      'a week': () => ({ query: { from: '2026-10-25', to: '2026-10-31' } }),
    },
  },
};
