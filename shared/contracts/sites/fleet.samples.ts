import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './fleet.ts';

export const samples: SamplesOf<typeof contracts> = {
  getFleetSite: { params: { site: '12' }, bench: () => ({ params: { site: '12' } }) },
  getSiteLine: { params: { site: '12' }, query: { hours: '24' }, bench: () => ({ params: { site: '12' }, query: { hours: '168' } }) },
};
