import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './agent.ts';

export const samples: SamplesOf<typeof contracts> = {
  agentRoster: { query: { since: '0' }, notMeasured: 'measured apart, as an agent pulls it' },
};
