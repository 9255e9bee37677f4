import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './support.ts';

export const samples: SamplesOf<typeof contracts> = {
  supportBundle: { params: { site: '12' }, notMeasured: 'asks the agent of a site' },
};
