import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './agent-update.ts';

export const samples: SamplesOf<typeof contracts> = {
  agentUpdate: { query: { version: '1.0.0', platform: 'linux-x64' }, notMeasured: 'reads nothing that grows' },
  agentReleaseFile: { params: { version: '1.1.0', platform: 'linux-x64' }, notMeasured: 'sends a file' },
};
