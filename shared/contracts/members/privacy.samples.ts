import { member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './privacy.ts';

const params = { id: member.customer };

export const samples: SamplesOf<typeof contracts> = {
  customerData: { params, notMeasured: 'searches every table for one customer, a few times a year' },
  exportCustomerData: { params, notMeasured: 'reads every table for one customer, a few times a year' },
  declineErasure: { params, body: { reason: 'Your plan is still running' } },
  eraseCustomer: { params: { id: 'cus_none' }, body: { reason: 'requested' } },
};
