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
  undoRedeem: { params: { id: '0193a1b0-0000-7000-8000-000000000001' } },
  similarCodes: { params: { code: 'ABC123' }, bench: ({ plate }) => ({ params: { code: plate.replace(/-.*/, '') } }) },
  clubPlan: {
    params: { code: member.plate },
    query: { type: 'WASH', terminalname: 'Washcashier1' },
    notMeasured: "a site's Sitewatch answers",
  },
};
