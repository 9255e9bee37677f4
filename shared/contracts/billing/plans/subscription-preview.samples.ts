import { member, type SamplesOf } from '../../samples.fixture.ts';
import type * as contracts from './subscription-preview.ts';

export const samples: SamplesOf<typeof contracts> = {
  previewSignUp: { body: { stripeCustomer: member.customer, PlanId: 'price_1', PlanPrice: '29.99', SITENUMBER: '12', TaxExempt: false } },
  previewChange: { params: { id: 'sub_1' }, body: { change: 'upgrade', price: 'price_1' } },
  previewEnding: { params: { id: 'sub_1' }, query: { change: 'terminate' }, notMeasured: 'Stripe answers' },
  latestInvoice: {
    params: { id: 'price_1' },
    query: { customer: member.customer, donotprorate: 'true', site: '12' },
    notMeasured: 'Stripe answers',
  },
};
