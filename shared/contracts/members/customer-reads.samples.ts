import { byId, member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './customer-reads.ts';

export const samples: SamplesOf<typeof contracts> = {
  customerReads: { params: { id: member.customer }, bench: byId },
};
