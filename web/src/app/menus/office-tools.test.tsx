import { describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { toolsFor } from './tools-for.ts';

const prices = ['Products', 'All prices', 'Price grid', 'Price ranges', 'Club plans'];
const managers = ['Schedule release', 'Plate lookup'];
const numbers = ['Metrics', 'Sales by employee'];
const increases = 'Price increases';
const all = ['Worklists', 'Office charge', ...managers, ...prices, increases, ...numbers, 'Reports'];
/** Returns the listed tools that these roles see; later ones need no line here. */
const labels = (roles: number): string[] => toolsFor('office', roles).flatMap(({ label }) => (all.includes(label) ? [label] : []));

describe('the office tools', () => {
  it.each<[string, number, string[]]>([
    ['a cashier', Role.Cashier, ['Worklists']],
    ['a user', Role.User, ['Worklists', 'Office charge']],
    ['a sales manager', Role.SalesManager, ['Worklists', 'Office charge', ...managers, ...numbers]],
    ['a scheduler', Role.Scheduler, ['Worklists', 'Office charge', ...managers, increases, ...numbers]],
    ['an Admin without other roles', Role.Admin, ['Worklists', 'Office charge', ...managers, increases, ...numbers]],
    ['a price manager', Role.PriceManager, ['Worklists', 'Office charge', ...managers, ...prices, increases, ...numbers]],
    ['a reporter', Role.Reporter, ['Worklists', 'Office charge', ...managers, increases, ...numbers, 'Reports']],
    ['a user with every role', Role.SalesManager | Role.PriceManager | Role.Reporter | Role.Admin, all],
  ])('of %s are exactly these', (_who, roles, wanted) => {
    expect(labels(roles)).toEqual(wanted);
  });
});
