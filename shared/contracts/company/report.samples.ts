import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './report.ts';

export const samples: SamplesOf<typeof contracts> = {
  getReport: {
    params: { id: '1' },
    bench: {
      'customers with many codes': () => ({ params: { id: '1' } }),
      'online attempts': () => ({ params: { id: '2' } }),
      'changed amounts': () => ({ params: { id: '3' } }),
    },
  },
  multiActiveCodes: {},
};
