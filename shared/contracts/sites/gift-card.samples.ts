import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './gift-card.ts';

export const samples: SamplesOf<typeof contracts> = {
  findGiftCards: { params: { code: 'GIFT1001' }, notMeasured: "a site's Sitewatch answers" },
  deductGiftCard: { params: { code: 'GIFT1001' }, body: { amount: '12.5', card: 5_012 } },
};
