import { randomUUID } from 'node:crypto';
import type { SamplesOf } from '../../samples.fixture.ts';
import type * as contracts from './price-increase.ts';

const oneIncrease = 'one bulk increase by its id, and the large company has none';

export const samples: SamplesOf<typeof contracts> = {
  listIncreases: {},
  createIncrease: {
    body: {
      name: 'Super Kiss 2027',
      effectiveDate: '2027-02-01',
      prices: [{ from: 'price_none', to: 'price_nothing' }],
      signedUpFrom: '2020-01-01',
      signedUpBefore: '2026-06-01',
    },
  },
  getIncrease: { params: { id: randomUUID() }, notMeasured: oneIncrease },
  increaseMembers: { params: { id: randomUUID() }, query: { state: 'planned' }, notMeasured: oneIncrease },
  changeIncrease: { params: { id: randomUUID() }, body: { state: 'checking' } },
};
