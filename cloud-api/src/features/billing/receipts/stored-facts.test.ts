import { expect, it } from 'vitest';
import { readReceiptFacts, recordedKind, storedReceiptFacts, type RecordedKind } from '../../../documents/receipt-facts.ts';
import { receiptKinds, sampleFacts } from './receipts.fixture.ts';

const recorded = receiptKinds.filter((kind): kind is RecordedKind => kind !== 'redeem');

it.each(recorded)('the facts of a %s are read as they were stored, with their version', (kind) => {
  const facts = sampleFacts('Ada')[kind];
  const stored = storedReceiptFacts(kind, facts);
  expect(stored).toMatchObject({ v: 1 });
  expect(readReceiptFacts(kind, stored)).toEqual(facts);
});

it.each([
  ['without a version', sampleFacts('Ada').charge],
  ['of a later version', { ...sampleFacts('Ada').charge, v: 2 }],
  ['of another kind', sampleFacts('Ada').coupon],
  ['without an amount', { ...sampleFacts('Ada').charge, amount: undefined }],
])('facts %s are not read', (_, stored) => {
  expect(() => readReceiptFacts('charge', stored)).toThrow('the stored facts of the receipt of a charge cannot be read');
});

it('a kind that is not known is refused', () => {
  expect(() => recordedKind('invoice')).toThrow('Invalid option');
});
