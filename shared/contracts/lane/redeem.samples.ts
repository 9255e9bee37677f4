import { member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './redeem.ts';

export const samples: SamplesOf<typeof contracts> = {
  redeem: {
    params: { code: member.plate },
    query: { redeem: 'no', type: 'WASH', terminalname: 'Washcashier1', employeeId: '101' },
    bench: {
      'look-up': ({ plate }) => ({ params: { code: plate } }),
    },
  },
  clubPlan: {
    params: { code: member.plate },
    query: { type: 'WASH', terminalname: 'Washcashier1' },
    notMeasured: "a site's Sitewatch answers",
  },
};
