import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './setting.ts';

export const samples: SamplesOf<typeof contracts> = {
  changeSetting: { params: { name: 'goodDaysAfterPeriodEnd' }, body: { value: 7, changed: null } },
};
