import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './reference.ts';

export const samples: SamplesOf<typeof contracts> = {
  listStates: { notMeasured: 'a list in the program' },
  listReasons: { query: { kind: 'discontinue' }, bench: () => ({ query: { kind: 'discontinue' } }) },
  listPriceRanges: { query: { mode: 'raw' }, bench: () => ({}) },
  savePriceRange: {
    params: { id: '1' },
    body: { min_price: 2_299, max_car: 4_499, max_truck: 4_999, max_car_commercial: 6_499, max_truck_commercial: 6_999 },
  },
  findZip: { params: { zip: '60435' }, notMeasured: 'a list in the program' },
  onlineZip: { params: { zip: '60435' }, notMeasured: 'a list in the program' },
};
