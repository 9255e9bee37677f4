import { byId, member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './loyalty.ts';

export const samples: SamplesOf<typeof contracts> = {
  registerLoyaltyCard: { body: { customer: 'cus_none', TheCardNumber: '629892231000000001' } },
  findLoyaltyCard: { params: { number: '629892231000000001' }, notMeasured: 'few cards have a number that is known here' },
  setCardGroup: { params: { card: '629892231000000001', group: 'None' } },
  setCardField: { params: { card: '629892231000000001', field: 'CellPhone', value: '815-555-0101' } },
  editLoyaltyCard: { params: { card: '629892231000000001' }, body: { LastName: 'Moore', NPCStatus: '' } },
  linkLoyalty: { body: { customer: member.customer } },
  updateLoyaltyGroups: { body: { customer: member.customer, groups: ['None'] } },
  unlinkLoyalty: { params: { cardNumber: '629892231000000001' } },
  customerLoyaltyCard: { params: { id: member.customer }, bench: byId },
};
