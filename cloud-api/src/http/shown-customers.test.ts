import { expect, it } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from '@washdesk/contracts/all';
import { agentRoster } from '@washdesk/contracts/lane/agent';
import { clubPlan } from '@washdesk/contracts/lane/redeem';
import { customerGeneral } from '@washdesk/contracts/members/customer';
import { getSale, listSales } from '@washdesk/contracts/sites/sale';
import { sitewatchCustomerByCode } from '@washdesk/contracts/sites/sitewatch-member';
import { shownCustomers } from './shown-customers.ts';

it('counts the customer of an address as opened', () => {
  expect(shownCustomers(customerGeneral, { id: 'cus_1' }, { id: 'cus_1' })).toEqual({ customers: ['cus_1'], opened: true });
});

it('never counts or slows the roster that a lane fetches', () => {
  const entries = Array.from({ length: 1_000 }, (_none, index) => ({ customer: `cus_${index}` }));
  expect(shownCustomers(agentRoster, {}, { seq: 1, entries })).toBeNull();
});

const codes = [{ OBJID: 5, CODE: 'CLUB1-IL~5', CUSTOMER: 18 }];
it.each([
  ['a person of Sitewatch', sitewatchCustomerByCode, { customer_objid: 18, customer: null, FirstName: 'Eva', codes }],
  ['a club plan', clubPlan, { PlanName: 'Gold Club', code: 'CLUB1-IL', customer: null }],
  ['the sales of a plate', listSales, { sales: [1, 2].map((SALEID) => ({ SALEID, CODE: 'CLUB1-IL', CUSTOMER: null })) }],
  ['a sale', getSale, { SALEID: 1, CODE: 'CLUB1-IL', CUSTOMER: null }],
])('counts %s by the code of who is not at the payment provider', (_what, endpoint, body) => {
  expect(shownCustomers(endpoint, { code: 'CLUB1-IL' }, body)).toEqual({ customers: ['code:CLUB1-IL'], opened: false });
});

it.each([
  ['a member by id alone', { CODE: 'CLUB1-IL', CUSTOMER: 'cus_1' }, ['cus_1']],
  ['nobody', { CODE: null, CUSTOMER: null }, []],
  ['no word of the payment provider', { code: 'card_declined', customer: null }, []],
  ['no code without a person beside it', { code: 'SAVE20' }, []],
])('counts %s', (_what, body, customers) => {
  expect(shownCustomers(getSale, {}, body)?.customers ?? []).toEqual(customers);
});

/** Whether a response has an object with these fields anywhere. */
function hasObject(schema: unknown, fits: (fields: readonly string[]) => boolean): boolean {
  if (schema instanceof z.ZodObject) {
    return fits(Object.keys(schema.shape)) || Object.values(schema.shape).some((one) => hasObject(one, fits));
  }
  if (schema instanceof z.ZodArray) return hasObject(schema.element, fits);
  if (schema instanceof z.ZodUnion) return schema.options.some((one) => hasObject(one, fits));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return hasObject(schema.unwrap(), fits);
  return false;
}

it('knows every reading call that answers with people and codes', () => {
  const isPersonByCode = (fields: readonly string[]) =>
    ['customer', 'CUSTOMER'].some((one) => fields.includes(one)) && ['code', 'CODE', 'codes'].some((one) => fields.includes(one));
  const named = allEndpoints.filter(({ method, response }) => method === 'GET' && hasObject(response, isPersonByCode)).map(({ id }) => id);
  expect(named.toSorted()).toEqual([
    'agentRoster',
    'clubPlan',
    'customerPlatesAndTags',
    'getAbuseFlag',
    'getLaneBoard',
    'getSale',
    'listLaneTraces',
    'listSales',
    'multiActiveCodes',
    'recentUsages',
    'similarCodes',
    'sitewatchCustomerByCode',
  ]);
});
