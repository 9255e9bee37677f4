import { byId, member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './customer-summary.ts';

export const samples: SamplesOf<typeof contracts> = {
  customerSummary: { params: { id: member.customer }, bench: byId },
};
