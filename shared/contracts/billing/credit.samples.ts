import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './credit.ts';

export const samples: SamplesOf<typeof contracts> = {
  customerCredit: { params: { id: 'cus_none' }, notMeasured: 'Stripe answers' },
  settleCredit: { params: { id: 'cus_none' }, body: { way: 'move', amount: 100, to: 'cus_other', notes: 'same family' } },
};
