import { Role } from '@washdesk/rules/company/roles';
import { describe, expect, it } from 'vitest';
import type { SaleContext } from '../../lib/register-context.ts';
import { barLinks } from './bar-links.ts';

const sale = (amountCents: number): SaleContext => ({
  customerId: null,
  amount: (amountCents / 100).toFixed(2),
  amountCents,
  saleid: '7',
  xptUser: null,
  returnToRedeem: false,
});
const labels = (path: string, roles: number, redeemInterface = false) =>
  barLinks({ path, roles, redeemInterface, sale: null }).map(({ label }) => label);

describe('the links of the top bar', () => {
  it.each([
    ['a cashier who searches', '/search', Role.Cashier, false, []],
    ['a cashier at a customer', '/customers/cus_1', Role.Cashier, false, ['Search Again']],
    ['a cashier at redeem, flag off', '/redeemunlimited', Role.Cashier, false, ['Search Again']],
    ['a cashier at redeem, flag on', '/redeemunlimited', Role.Cashier, true, ['Payment Interface']],
    ['a cashier elsewhere, flag on', '/search', Role.Cashier, true, ['Redeem Interface']],
    ['a manager who searches', '/', Role.SalesManager, false, ['Sale Lookup', 'Office Tools']],
    ['a manager at the sales', '/transactions', Role.SalesManager, false, ['Customer Lookup', 'Office Tools']],
    ['a manager in the office', '/office/', Role.SalesManager, false, ['Search Again', 'Sale Lookup']],
    ['an Admin in the menu', '/admin/', Role.Admin, false, ['Search Again', 'Sale Lookup', 'Office Tools']],
    ['an Admin on a page of it', '/admin/flags', Role.Admin, false, ['Back to Admin Tools', 'Search Again', 'Sale Lookup', 'Office Tools']],
    ['an Admin elsewhere', '/search', Role.Admin, false, ['Admin Tools', 'Sale Lookup', 'Office Tools']],
  ])('for %s', (_who, path, roles, flag, wanted) => {
    expect(labels(path, roles, flag)).toEqual(wanted);
  });

  it.each([
    [1250, '/charge?amount=12.50&saleid=7'],
    [-300, '/refund?amount=-3.00&saleid=7'],
    [0, '/search'],
  ])('lead a sale of %i cents from redeem to %s', (cents, to) => {
    const links = barLinks({ path: '/redeemunlimited', roles: Role.Cashier, redeemInterface: true, sale: sale(cents) });
    expect(links).toEqual([{ label: 'Payment Interface', to, hotkey: 'F1' }]);
  });

  it('never give one key to two of them', () => {
    for (const path of ['/', '/search', '/transactions', '/redeemunlimited', '/customers/cus_1', '/office/', '/admin/flags']) {
      const keys = barLinks({ path, roles: Role.Admin, redeemInterface: true, sale: null }).flatMap(({ hotkey }) => hotkey ?? []);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});
