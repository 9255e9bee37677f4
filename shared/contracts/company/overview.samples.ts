import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './overview.ts';

export const samples: SamplesOf<typeof contracts> = {
  getOverview: { query: { site: '12' }, bench: () => ({}) },
};
