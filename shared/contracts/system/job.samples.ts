import { randomUUID } from 'node:crypto';
import { byId, member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './job.ts';

export const samples: SamplesOf<typeof contracts> = {
  customerJobs: { params: { id: member.customer }, bench: byId },
  listJobs: {
    query: { state: 'pending' },
    bench: {
      pending: () => ({ query: { state: 'pending' } }),
      failed: () => ({ query: { state: 'failed' } }),
      'all that need a person': () => ({}),
      'a group': () => ({ query: { what: 'converge.sitewatch', site: '12', cause: 'unreachable' } }),
    },
  },
  listJobGroups: { bench: () => ({}) },
  retryJobs: { body: { what: 'converge.sitewatch', site: 12, cause: 'unreachable' } },
  retryJob: { params: { id: randomUUID() } },
  dismissJob: { params: { id: randomUUID() }, body: { reason: 'Done by hand' } },
};
