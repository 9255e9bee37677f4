import { expect, it } from 'vitest';
import { customerOfSubject, isChargeSubject, objidOfSubject, sitewatchSubject } from './difference-subject.ts';

it.each([
  ['cus_1', 'cus_1', false, null],
  ['ch_1', null, true, null],
  ['py_1', null, true, null],
  [sitewatchSubject(1_234), null, false, 1_234],
])('%s', (subject, customer, isCharge, objid) => {
  expect([customerOfSubject(subject), isChargeSubject(subject), objidOfSubject(subject)]).toEqual([customer, isCharge, objid]);
});
