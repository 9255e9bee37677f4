import { randomUUID } from 'node:crypto';
import { byId, member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './receipt.ts';

export const samples: SamplesOf<typeof contracts> = {
  getReceipt: {
    params: { id: member.usage },
    query: { output: 'display', format: 'text', kind: 'redeem' },
    bench: {
      'of a usage': ({ usage }) => ({ params: { id: usage }, query: { output: 'display', format: 'text', kind: 'redeem' } }),
      'of a charge': ({ charge }) => ({ params: { id: charge }, query: { output: 'display', format: 'text' } }),
    },
  },
  printReceipt: { params: { id: member.usage }, body: { job: randomUUID(), kind: 'redeem' } },
  acknowledgeIncrease: { params: { id: member.usage } },
  getAgreement: { params: { id: randomUUID() }, notMeasured: 'made of one row by its id, as a receipt is' },
  customerReceipts: { params: { id: member.customer }, bench: byId },
};
