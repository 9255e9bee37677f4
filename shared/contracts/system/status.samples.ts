import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './status.ts';

export const samples: SamplesOf<typeof contracts> = {
  reportError: {
    body: { error: { name: 'Error', message: 'it broke', stack: 'at x' }, componentStack: null, timestamp: 1, path: '/redeem' },
  },
};
