import { describe, expect, it } from 'vitest';
import { actionInWords, actionsOfKind, kindOfAction, officeAndAdmin } from './audit-kinds.ts';

const all = [
  'charge.refunded',
  'flags.replaced',
  'price-range.changed',
  'product.changed',
  'session.all-ended',
  'session.ended',
  'staff.added',
  'staff.changed',
];
const officeKinds = new Set(['flags', 'price-range', 'product', 'session.all-ended', 'staff']);

describe('the actions of a filter', () => {
  it.each([
    ['staff', ['staff.added', 'staff.changed']],
    ['staff.added', ['staff.added']],
    ['price', []],
    [officeAndAdmin, ['flags.replaced', 'price-range.changed', 'product.changed', 'session.all-ended', 'staff.added', 'staff.changed']],
  ])('%s: %j', (kind, actions) => expect(actionsOfKind(kind, all, officeKinds)).toEqual(actions));
});

it.each([
  ['price-range.changed', 'price-range', 'Price range changed'],
  ['flags', 'flags', 'Flags'],
])('%s is of the kind %s and reads "%s"', (action, kind, words) => {
  expect(kindOfAction(action)).toBe(kind);
  expect(actionInWords(action)).toBe(words);
});
