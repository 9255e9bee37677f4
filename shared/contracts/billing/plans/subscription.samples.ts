import { member, type SamplesOf } from '../../samples.fixture.ts';
import type * as contracts from './subscription.ts';

export const samples: SamplesOf<typeof contracts> = {
  createSubscription: {
    body: {
      stripeCustomer: member.customer,
      PaymentMethodId: 'pm_1',
      PlanId: 'price_1',
      PlanPrice: 29.99,
      SITENUMBER: 12,
      SaleId: 8812,
      Promo: -1,
      FreeForMonth: false,
      DoNotProrate: true,
      ChargeForLastMonth: true,
      from: 1_795_000_000,
    },
  },
  subscriptionPlans: {
    params: { id: 'sub_1' },
    query: { mode: 'upgrade' },
    bench: ({ subscription }) => ({ params: { id: subscription }, query: { mode: 'upgrade' } }),
  },
  subscriptionPrices: { params: { id: 'sub_1' }, bench: ({ subscription }) => ({ params: { id: subscription } }) },
  reinstateSubscription: {
    params: { id: 'sub_1' },
    query: { mode: 'ordinary' },
    body: { price: 'price_1', PaymentMethodId: 'pm_1', FreeForMonth: true },
  },
};
