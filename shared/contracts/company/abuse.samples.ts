import { randomUUID } from 'node:crypto';
import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './abuse.ts';

export const samples: SamplesOf<typeof contracts> = {
  listAbuseFlags: {
    query: { kind: 'two-sites', site: '12' },
    bench: { open: () => ({}), 'of a customer': ({ id }) => ({ query: { customer: id } }) },
  },
  getAbuseFlag: { params: { id: randomUUID() }, notMeasured: 'reads at most 120 rows by their ids' },
  decideAbuseFlag: {
    params: { id: randomUUID() },
    body: { decision: 'dismissed', reason: 'Two drivers of one car', lastSeen: '2026-11-21T15:00:00.000Z' },
  },
};
