import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './refund.ts';

export const samples: SamplesOf<typeof contracts> = {
  refundCharge: { params: { chargeId: 'ch_none' }, body: { amount: 100, notes: 'scratched', description: 'Refund', searchAmount: 100 } },
  openRefund: {
    query: { last4: '4242' },
    body: { amount: 100, description: 'Refund', paymentMethod: 'pm_none', last4: '4242', brand: 'visa', note: 'scratched' },
  },
};
