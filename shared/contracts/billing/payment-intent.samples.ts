import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './payment-intent.ts';

export const samples: SamplesOf<typeof contracts> = {
  createPaymentIntent: {
    body: {
      amount: 1_250,
      originalamount: 1_250,
      description: 'Interior clean',
      saleid: '4711',
      terminal: 'Washcashier1',
      location: 'tml_Joliet00000012',
      usePayTerminal: 'yes',
      email: 'ada@example.com',
      refNumber: 'A-17',
      return_url: 'https://desk.washdesk.test/office/chargecomplete',
      confirm: true,
    },
  },
  getPaymentIntent: { params: { id: 'pi_none' }, notMeasured: 'Stripe answers' },
  capturePaymentIntent: { params: { id: 'pi_none' } },
};
