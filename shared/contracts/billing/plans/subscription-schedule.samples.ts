import type { SamplesOf } from '../../samples.fixture.ts';
import type * as contracts from './subscription-schedule.ts';

export const samples: SamplesOf<typeof contracts> = {
  scheduleIncrease: {
    body: { subscriptionId: 'sub_1', newPrice: 'price_2', originalPrice: 'price_1', increasedPrice: 3_299, effectiveDate: '2026-12-01' },
  },
  releaseSchedule: { params: { id: 'sub_sched_1' } },
};
