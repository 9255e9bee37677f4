import { randomUUID } from 'node:crypto';
import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './audit.ts';

export const samples: SamplesOf<typeof contracts> = {
  listAudit: {
    query: { who: 'sam', kind: 'price-range', object: 'price-range:1', from: '2026-11-01', to: '2026-11-30', site: '12' },
    bench: {
      all: () => ({}),
      'office and admin': () => ({ query: { kind: 'office-and-admin' } }),
      'a person': () => ({ query: { who: '101' } }),
      'an object': ({ id }) => ({ query: { object: `customer:${id}` } }),
      'an id that nothing has': ({ tag }) => ({ query: { object: `none-${tag}` } }),
      'a site': () => ({ query: { site: '12' } }),
      'an action at a site': () => ({ query: { kind: 'charge.refunded', site: '12' } }),
    },
  },
  getAuditEntry: { params: { id: randomUUID() }, notMeasured: 'one row by its id, with its seal' },
};
