import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './sitewatch.ts';

export const samples: SamplesOf<typeof contracts> = {
  findEmployee: { params: { number: '101' }, bench: () => ({ params: { number: '101' } }) },
  terminalLookup: { query: { xptUser: 'Washcashier1' }, bench: () => ({ query: { xptUser: 'Washcashier1' } }) },
};
