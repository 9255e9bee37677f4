import { expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { programPrincipal } from '../common/caller.ts';
import { withShownMetadata } from './shown-metadata.ts';

const as = (roles: number) => programPrincipal('103', 'Priya Raman', 'request', { roles });
const metadata = { CustomerCode: 'PRD482-IL', sitewatchId: '12:4711', crm: 'VIP' };
const response = {
  customers: [{ id: 'cus_1', metadata, subscriptions: { data: [{ id: 'sub_1', metadata: { site: '12', crm: 'x' } }] } }],
  product: { id: 'prod_1', metadata: { anything: 'stays' } },
};

it('shows a customer’s metadata below Admin only as far as screens use it, at any place of a response', () => {
  const customer = { ...response.customers[0], metadata: { CustomerCode: 'PRD482-IL' } };
  expect(withShownMetadata(as(Role.PriceManager), response)).toEqual({ ...response, customers: [customer] });
  expect(withShownMetadata(null, { id: 'cus_1', metadata })).toEqual({ id: 'cus_1', metadata: { CustomerCode: 'PRD482-IL' } });
});

it('shows Admins everything', () => {
  expect(withShownMetadata(as(Role.Admin), response)).toBe(response);
});
