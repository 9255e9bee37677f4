import { Role } from '@washdesk/rules/company/roles';
import { describe, expect, it } from 'vitest';
import { officeTools } from './office-tools.ts';

const labels = (roles: number): string[] => officeTools(roles).map(({ label }) => label);
const prices = ['Products', 'All prices', 'Price grid', 'Price ranges', 'Club plans'];

describe('the office tools', () => {
  it.each<[string, number, string[]]>([
    ['a cashier', Role.Cashier, []],
    ['a user', Role.User, ['Office charge']],
    ['an Admin without other roles', Role.Admin, ['Office charge']],
    ['a price manager', Role.PriceManager, ['Office charge', ...prices]],
    ['a reporter', Role.Reporter, ['Office charge', 'Reports']],
    [
      'somebody with every role',
      Role.SalesManager | Role.PriceManager | Role.Reporter | Role.Admin,
      ['Office charge', ...prices, 'Reports'],
    ],
  ])('of %s are those that this version has', (_who, roles, wanted) => {
    expect(labels(roles).filter((label) => ['Office charge', ...prices, 'Reports'].includes(label))).toEqual(wanted);
  });
});
