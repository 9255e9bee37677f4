import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './error-list.ts';

export const samples: SamplesOf<typeof contracts> = {
  listErrorGroups: { query: { search: 'timeout' }, bench: () => ({}) },
  listErrors: { query: { page: '1', pageSize: '20' }, bench: () => ({}) },
  clearErrors: { query: { until: '2020-01-01T00:00:00.000Z' } },
};
