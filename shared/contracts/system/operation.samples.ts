import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './operation.ts';

export const samples: SamplesOf<typeof contracts> = {
  resumeOperation: { params: { id: '019aa000-0000-7000-8000-000000000001' } },
  operationState: { params: { key: 'sale:12:8812:1250' }, bench: ({ id }) => ({ params: { key: `nobody:${id}` } }) },
};
