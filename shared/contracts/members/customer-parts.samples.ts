import { byId, member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './customer-parts.ts';

export const samples: SamplesOf<typeof contracts> = {
  customerSubscriptions: { params: { id: member.customer }, bench: byId },
  customerSchedules: { params: { id: member.customer }, bench: byId },
  customerInvoices: { params: { id: member.customer }, bench: byId },
  customerCards: { params: { id: member.customer }, bench: byId },
  customerMetadata: { params: { id: member.customer }, bench: byId },
};
