import { describe, expect, it } from 'vitest';
import { actionInWords, actionsOfKind, kindOfAction, objectInWords, officeAndAdmin, reasonInWords, subjectInWords } from './audit-kinds.ts';

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

it.each([
  ['customer:cus_1', 'Customer', 'cus_1'],
  ['payment_intent:pi_1', 'Payment intent', 'pi_1'],
  ['club-plan:12:40', 'Club plan', '12:40'],
  ['enrolment:e1', 'Enrollment', 'e1'],
  ['cache', 'Cache', ''],
])('the object %s is the %s %s', (subject, kind, id) => expect(subjectInWords(subject)).toEqual({ kind, id }));

it.each([
  ['customer:cus_1', 'Moore, Ada', 'cus_1', 'Moore, Ada'],
  ['customer:cus_1', null, 'cus_1', 'without a name'],
  ['customer:cus_1', null, null, 'unknown'],
  ['session:01930000-0000-7000-8000-000000000001', null, null, 'unknown'],
  ['session:member', null, null, 'member'],
  ['charge:ch_1', null, null, 'ch_1'],
])('the object %s named %s of the customer %s is called "%s"', (subject, name, customer, label) =>
  expect(objectInWords(subject, name, customer).label).toBe(label),
);

it.each([
  ['card_declined', 'Card declined'],
  ['plan.already-paid', 'Plan already paid'],
  ['moved to e-mail', 'moved to e-mail'],
  ['Wrong wash', 'Wrong wash'],
])('the reason %s reads "%s"', (why, words) => expect(reasonInWords(why)).toBe(words));
