import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './trace.ts';

export const samples: SamplesOf<typeof contracts> = {
  listLaneTraces: {
    query: { site: '12', lane: '1', gate: 'lane1', code: 'ABC123-IL', from: '2026-11-21T00:00:00.000Z' },
    bench: () => ({}),
  },
};
