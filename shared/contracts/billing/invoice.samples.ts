import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './invoice.ts';

export const samples: SamplesOf<typeof contracts> = {
  payInvoice: { params: { id: 'in_1' }, query: { payment_method: 'pm_1' } },
  markUncollectable: { params: { id: 'in_1' } },
  searchInvoices: {
    body: { invoice: 'ABC-0001' },
    bench: {
      'its number': ({ invoice }) => ({ body: { invoice } }),
      'a receipt': () => ({ body: { receipt: '1234-5678' } }),
    },
  },
};
