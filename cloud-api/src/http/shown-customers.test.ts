import { expect, it } from 'vitest';
import { agentRoster } from '@washdesk/contracts/lane/agent';
import { customerGeneral } from '@washdesk/contracts/members/customer';
import { shownCustomers } from './shown-customers.ts';

it('counts the customer of an address as opened', () => {
  expect(shownCustomers(customerGeneral, { id: 'cus_1' }, { id: 'cus_1' })).toEqual({ customers: ['cus_1'], opened: true });
});

it('never counts or slows the roster that a lane fetches', () => {
  const entries = Array.from({ length: 1_000 }, (_none, index) => ({ customer: `cus_${index}` }));
  expect(shownCustomers(agentRoster, {}, { seq: 1, entries })).toBeNull();
});
