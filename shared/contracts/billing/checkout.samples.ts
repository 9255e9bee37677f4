import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './checkout.ts';

export const samples: SamplesOf<typeof contracts> = {
  startCheckout: {
    body: {
      address: { city: 'Joliet', state: 'IL', country: 'US', postal_code: '60435' },
      email: 'zoe@example.com',
      plate: 'ONLINE1',
      plateState: 'IL',
      phone: '8155550100',
      CarMake: 'HONDA',
      CarModel: 'Civic',
      CarColor: 'Blue',
      PlanId: 'price_1',
      mode: 'subscription',
      termsAgreed: true,
      site: 12,
      lang: 'en',
      sessionKey: 'none',
      website: '',
    },
  },
  checkoutState: { params: { session_id: 'cs_test_1' }, notMeasured: 'Stripe answers' },
};
