import { member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './customer-edit.ts';

export const samples: SamplesOf<typeof contracts> = {
  createCustomer: {
    body: {
      FirstName: 'Ada',
      LastName: 'Moore',
      Email: 'ada@moore.test',
      CellPhone: '815-555-0101',
      Zipcode: '60435',
      City: 'Joliet',
      State: 'IL',
      Country: 'US',
      CustomerCode: 'NEW1-IL',
      SecondaryCode: '54321+654321',
      CarMake: 'FORD',
      CarModel: 'F-150',
      CarColor: 'Red',
      isTruck: true,
      TaxExempt: false,
      SITENUMBER: 12,
    },
  },
  saveCustomer: {
    params: { id: 'cus_none' },
    body: {
      name: 'Moore, Ada',
      email: 'ada@moore.test',
      tax_exempt: 'none',
      address: { city: 'Joliet', country: 'US' },
      metadata: { CustomerCode: 'NEW2-IL', isTruck: true },
      base: { name: 'Moore, Ada' },
    },
  },
  setCustomerMetadata: { params: { id: member.customer }, body: { key: 'bademail', value: 'true' } },
  deleteCustomer: { params: { id: 'cus_none' }, query: { reason: 'moved away' } },
};
