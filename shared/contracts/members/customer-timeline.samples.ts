import { byId, member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './customer-timeline.ts';

export const samples: SamplesOf<typeof contracts> = {
  customerTimeline: { params: { id: member.customer }, bench: byId },
};
