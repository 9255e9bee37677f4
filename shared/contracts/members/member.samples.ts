import { member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './member.ts';

const notMeasured = 'needs the session of a member';

export const samples: SamplesOf<typeof contracts> = {
  getMember: { notMeasured },
  memberWashes: { query: {}, notMeasured },
  memberReceipts: { query: {}, notMeasured },
  memberReceipt: { params: { id: member.usage }, notMeasured },
  memberBillPage: { params: { id: 'in_none' }, notMeasured },
  exportMemberData: { notMeasured },
  requestMemberErasure: { body: { lang: 'en' } },
  saveMemberLanguage: { body: { lang: 'es' } },
  startMemberCard: { query: { lang: 'es' } },
  finishMemberCard: { params: { session: 'cs_test_none' } },
  moveMemberPlate: { body: { plate: 'NEW1234', state: 'IL' } },
  payMemberInvoice: { params: { id: 'in_none' } },
};
