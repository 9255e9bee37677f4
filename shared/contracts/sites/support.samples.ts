import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './support.ts';

export const samples: SamplesOf<typeof contracts> = {
  siteLog: { params: { site: '12' }, query: { lines: '100' }, notMeasured: 'asks the agent of a site' },
  supportBundle: { params: { site: '12' }, notMeasured: 'asks the agent of a site' },
};
