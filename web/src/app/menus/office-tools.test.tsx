import { describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { menuLinks } from './menu-links.ts';

const prices = ['Products', 'All prices', 'Price grid', 'Price ranges', 'Club plans'];
const managers = ['Schedule release', 'Plate lookup', 'Worklists', 'Metrics', 'Sales by employee'];
const increases = 'Price increases';
const all = ['Office charge', ...prices, increases, ...managers, 'Reports'];
/** Returns the listed tools that these roles see; later ones need no line here. */
const labels = (roles: number): string[] => menuLinks('office', roles).flatMap(({ label }) => (all.includes(label) ? [label] : []));

describe('the office tools', () => {
  it.each<[string, number, string[]]>([
    ['a cashier', Role.Cashier, ['Worklists']],
    ['a user', Role.User, ['Office charge', 'Worklists']],
    ['a sales manager', Role.SalesManager, ['Office charge', ...managers]],
    ['a scheduler', Role.Scheduler, ['Office charge', increases, ...managers]],
    ['an Admin without other roles', Role.Admin, ['Office charge', increases, ...managers]],
    ['a price manager', Role.PriceManager, ['Office charge', ...prices, increases, ...managers]],
    ['a reporter', Role.Reporter, ['Office charge', increases, ...managers, 'Reports']],
    ['a user with every role', Role.SalesManager | Role.PriceManager | Role.Reporter | Role.Admin, all],
  ])('of %s are exactly these', (_who, roles, wanted) => {
    expect(labels(roles)).toEqual(wanted);
  });
});
