import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './operation.ts';

export const samples: SamplesOf<typeof contracts> = {
  operationState: { params: { key: 'sale:12:8812:1250' }, bench: ({ id }) => ({ params: { key: `nobody:${id}` } }) },
};
