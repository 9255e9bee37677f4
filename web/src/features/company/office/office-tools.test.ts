import { Role } from '@washdesk/rules/company/roles';
import { describe, expect, it } from 'vitest';
import { officeTools } from './office-tools.ts';

const labels = (roles: number): string[] => officeTools(roles).map(({ label }) => label);
const prices = ['Products', 'All prices', 'Club plans'];
const sales = ['Schedule release', 'Plate lookup'];

describe('the office tools', () => {
  it.each([
    ['a cashier', Role.Cashier, []],
    ['a sales manager', Role.SalesManager, sales],
    ['a price manager', Role.PriceManager, [...prices, ...sales]],
    ['a reporter', Role.Reporter, [...sales, 'Reports']],
    ['an Admin without further roles', Role.Admin, sales],
    ['somebody with all of them', Role.SalesManager | Role.PriceManager | Role.Reporter, [...prices, ...sales, 'Reports']],
  ])('of %s', (_who, roles, wanted) => {
    expect(labels(roles)).toEqual(['Office charge', ...wanted]);
  });
});
