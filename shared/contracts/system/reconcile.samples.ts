import { randomUUID } from 'node:crypto';
import { member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './reconcile.ts';

export const samples: SamplesOf<typeof contracts> = {
  reconcileStatus: { query: { site: '12' }, bench: () => ({}) },
  startComparison: { body: { site: 12 } },
  compareCustomer: { params: { id: member.customer } },
  listDifferences: {
    query: { kind: 'roster-admits', state: 'open' },
    bench: {
      open: () => ({}),
      'of a kind at a site': () => ({ query: { kind: 'sitewatch-plan', site: '12' } }),
      settled: () => ({ query: { state: 'settled' } }),
    },
  },
  repairDifference: { params: { id: randomUUID() } },
  repairDifferences: { body: { kind: 'roster-admits', site: null, count: 0 } },
  undoRepair: { params: { id: randomUUID() } },
  dismissDifference: { params: { id: randomUUID() }, body: { reason: 'Known to the office' } },
};
