import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './club-plan.ts';

export const samples: SamplesOf<typeof contracts> = {
  listClubPlans: { notMeasured: "a site's Sitewatch answers" },
  saveClubPlan: {
    params: { objid: '40' },
    body: { name: 'STR SUPER KISS', redeemId: 30, clubaccess: 'A', isstripe: true, productClass: 'Super Kiss', active: true },
  },
};
