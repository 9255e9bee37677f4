import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './cache.ts';

export const samples: SamplesOf<typeof contracts> = {
  listCacheKeys: { query: { search: 'plans' }, bench: () => ({}) },
  deleteCacheKey: { params: { key: 'plans:none' } },
};
