import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './member-plan.ts';

const notMeasured = 'needs the session of a member';

export const samples: SamplesOf<typeof contracts> = {
  cancelMemberPlan: { body: { reason: 'moved', comment: 'Thanks', ends: '2026-12-01T10:00:00.000Z' } },
  listMemberPlans: { notMeasured },
  previewMemberPlan: { params: { id: 'price_none' }, notMeasured },
  changeMemberPlan: { body: { price: 'price_none', proration_date: 1_763_740_800 } },
};
