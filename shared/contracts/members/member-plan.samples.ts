import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './member-plan.ts';

const notMeasured = 'needs the session of a member';

export const samples: SamplesOf<typeof contracts> = {
  cancelMemberPlan: { body: { reason: 'moved', comment: 'Thanks', ends: '2026-12-01T10:00:00.000Z' } },
  listMemberPlans: { notMeasured },
  listRestartPlans: { notMeasured },
  previewMemberPlan: { params: { id: 'price_none' }, notMeasured },
  previewRestart: { params: { id: 'price_none' }, notMeasured },
  restartMemberPlan: { body: { price: 'price_none', proration_date: 1_763_740_800, termsVersion: '2026-12' } },
  takeFreeMonth: { body: { reason: 'unused' } },
  changeMemberPlan: { body: { price: 'price_none', proration_date: 1_763_740_800 } },
};
