import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './step-up.ts';

export const samples: SamplesOf<typeof contracts> = {
  stepUp: {
    body: {
      action: {
        id: 'refundCharge',
        params: { chargeId: 'ch_none' },
        query: {},
        body: { amount: 100, notes: 'scratched' },
        key: 'key-of-a-refund',
      },
      approver: { username: 'sam', password: 'correct horse' },
    },
  },
};
