import { member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './communication.ts';

export const samples: SamplesOf<typeof contracts> = {
  setSystemMessage: { body: { message: '' } },
  sendWelcome: { body: { customer: member.customer } },
  textReceipt: { body: { id: member.usage } },
  emailReceipt: { body: { id: member.usage } },
  textPaymentLink: { body: { subscription: 'sub_1' } },
};
