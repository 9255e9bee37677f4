import { Role } from '@washdesk/rules/company/roles';
import { describe, expect, it } from 'vitest';
import { officeTools } from './office-tools.ts';

const labels = (roles: number): string[] => officeTools(roles).map(({ label }) => label);
describe('the office tools', () => {
  it.each([
    ['a cashier', Role.Cashier, ['Office charge']],
    ['somebody with every role', Role.SalesManager | Role.PriceManager | Role.Reporter | Role.Admin, ['Office charge', 'Reports']],
  ])('of %s are those that this version has', (_who, roles, tools) => {
    expect(labels(roles)).toEqual(tools);
  });
});
