import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './fleet.ts';

const notMeasured = 'from memory; its cost is measured by the proof fleet';

export const samples: SamplesOf<typeof contracts> = {
  getFleetSite: { params: { site: '12' }, notMeasured },
  getSiteLine: { params: { site: '12' }, query: { hours: '24' }, bench: () => ({ params: { site: '12' }, query: { hours: '168' } }) },
};
