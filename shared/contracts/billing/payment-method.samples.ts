import { member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './payment-method.ts';

export const samples: SamplesOf<typeof contracts> = {
  attachPaymentMethod: { body: { customer: member.customer, payment_method: 'pm_card_visa', setupIntent: 'seti_none', default: true } },
  getPaymentMethod: { params: { id: 'pm_none' }, bench: ({ card }) => ({ params: { id: card } }) },
  deletePaymentMethod: { params: { id: 'pm_none' }, query: { customerId: member.customer } },
  createSetupIntent: { query: { usePayTerminal: 'yes' }, body: { customer: member.customer } },
  getSetupIntent: { params: { id: 'seti_none' }, notMeasured: 'Stripe answers' },
};
