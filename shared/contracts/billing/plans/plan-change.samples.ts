import type { SamplesOf } from '../../samples.fixture.ts';
import type * as contracts from './plan-change.ts';

export const samples: SamplesOf<typeof contracts> = {
  getSubscription: { params: { id: 'sub_1' }, bench: ({ subscription }) => ({ params: { id: subscription } }) },
  upgradeSubscription: {
    params: { id: 'sub_1' },
    body: { price: 'price_1', PlanId: 'price_1', proration_date: 1_795_000_000, PaymentMethodId: 'pm_1' },
  },
  downgradeSubscription: { params: { id: 'sub_1' }, body: { price: 'price_1' } },
  changePrice: { params: { id: 'sub_1' }, body: { price: 'price_1' } },
  discontinueSubscription: { params: { id: 'sub_1' }, body: { reason: 'Moved away' } },
  terminateSubscription: { params: { id: 'sub_1' }, body: { reason: 'Moved away' } },
};
