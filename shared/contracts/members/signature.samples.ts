import { randomUUID } from 'node:crypto';
import { byId, member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './signature.ts';

/** A 20 by 10 pixel PNG with a line. */
const drawnLine =
  'iVBORw0KGgoAAAANSUhEUgAAABQAAAAKCAAAAACRPiE6AAAAM0lEQVR4nHWNBwoAMAgD7/+fTnHQKjQBkZghCqCFSaEXpWCdxbiRrTPGxLud99M6xe+YOL4Is02MwW8xAAAAAElFTkSuQmCC';

export const samples: SamplesOf<typeof contracts> = {
  requestSignature: { body: { customer: member.customer, subscription: 'sub_1', receiptid: randomUUID() } },
  waitingSignatures: { query: { terminal: 'Washcashier1' }, bench: () => ({}) },
  signAgreement: { body: { id: randomUUID(), signature: drawnLine } },
  cancelSignature: { params: { id: randomUUID() } },
  customerSignatures: { params: { id: member.customer }, bench: byId },
};
