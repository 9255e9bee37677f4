import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './catalogue.ts';

export const samples: SamplesOf<typeof contracts> = {
  editProduct: { params: { id: 'prod_1' }, body: { key: 'sort_order', value: '3' } },
  listPrices: { query: { productClass: 'all' }, bench: () => ({ query: { productClass: 'all' } }) },
  getPrice: { params: { id: 'price_1' }, bench: ({ price }) => ({ params: { id: price } }) },
  locationPlans: { params: { id: 'tml_Joliet00000012' }, bench: () => ({ params: { id: 'tml_Joliet00000012' } }) },
};
