import { randomUUID } from 'node:crypto';
import { member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './note.ts';

export const samples: SamplesOf<typeof contracts> = {
  customerNotes: {
    params: { id: member.customer },
    query: { page: '1', pageSize: '20' },
    bench: ({ id }) => ({ params: { id }, query: { page: '1', pageSize: '20' } }),
  },
  addNote: { body: { note: 'Asked for a receipt by mail', customerId: member.customer, attention: 1 } },
  markNote: { params: { id: randomUUID() }, query: { customerid: member.customer }, body: { attention: 0 } },
  deleteNote: { params: { id: randomUUID() } },
};
