import { describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
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
const redeemOn = ['redeemInterface'];
/** Later links need no line here. */
const known = ['Customer Lookup', 'Redeem Interface', 'Payment Interface', 'Lane Board', 'Sale Lookup', 'Office Tools', 'Admin Tools'];
const knownLinks = (state: Parameters<typeof barLinks>[0]) => barLinks(state).filter(({ label }) => known.includes(label));
const labels = (path: string, roles: number, { flags = [] as string[], open = null as SaleContext | null } = {}) =>
  knownLinks({ path, roles, flags, sale: open }).map(({ label, isCurrent }) => (isCurrent ? `[${label}]` : label));

const everyScreen = [
  '/',
  '/search',
  '/customers/cus_1',
  '/transactions',
  '/redeemunlimited',
  '/charge',
  '/office/charge',
  '/admin/flags',
  '/profile',
];

describe('the links of the top bar', () => {
  it.each([
    ['a cashier', Role.Cashier, ['Customer Lookup', 'Redeem Interface', 'Lane Board']],
    ['a manager', Role.SalesManager, ['Customer Lookup', 'Redeem Interface', 'Lane Board', 'Sale Lookup', 'Office Tools']],
    ['an Admin', Role.Admin, ['Customer Lookup', 'Redeem Interface', 'Lane Board', 'Sale Lookup', 'Office Tools', 'Admin Tools']],
  ])('of %s are the same on every screen', (_who, roles, wanted) => {
    for (const path of everyScreen) {
      const links = knownLinks({ path, roles, flags: redeemOn, sale: null });
      expect(links.map(({ label }) => label)).toEqual(wanted);
    }
  });

  it.each([
    ['/', ['[Customer Lookup]', 'Lane Board', 'Sale Lookup', 'Office Tools', 'Admin Tools']],
    ['/customers/cus_1', ['[Customer Lookup]', 'Lane Board', 'Sale Lookup', 'Office Tools', 'Admin Tools']],
    ['/transactions', ['Customer Lookup', 'Lane Board', '[Sale Lookup]', 'Office Tools', 'Admin Tools']],
    ['/office/charge', ['Customer Lookup', 'Lane Board', 'Sale Lookup', '[Office Tools]', 'Admin Tools']],
    ['/admin/flags', ['Customer Lookup', 'Lane Board', 'Sale Lookup', 'Office Tools', '[Admin Tools]']],
    ['/lanes', ['Customer Lookup', '[Lane Board]', 'Sale Lookup', 'Office Tools', 'Admin Tools']],
    ['/profile', ['Customer Lookup', 'Lane Board', 'Sale Lookup', 'Office Tools', 'Admin Tools']],
  ])('mark the part that shows at %s', (path, wanted) => {
    expect(labels(path, Role.Admin)).toEqual(wanted);
  });

  it('lead to the payment while a sale is open', () => {
    expect(labels('/charge', Role.Cashier, { flags: redeemOn, open: sale(1250) })).toEqual([
      'Customer Lookup',
      'Redeem Interface',
      '[Payment Interface]',
      'Lane Board',
    ]);
    expect(labels('/charge', Role.Cashier, { open: sale(1250) })).toEqual(['Customer Lookup', 'Lane Board']);
  });

  it.each([
    [1250, '/charge?amount=12.50&saleid=7'],
    [-300, '/refund?amount=-3.00&saleid=7'],
    [0, '/search'],
  ])('lead a sale of %i cents from redeem to %s, by the key that leads back', (cents, to) => {
    const links = (path: string) => barLinks({ path, roles: Role.Cashier, flags: redeemOn, sale: sale(cents) });
    expect(links('/redeemunlimited').find(({ hotkey }) => hotkey === 'F1')?.to).toBe(to);
    expect(links('/charge').find(({ hotkey }) => hotkey === 'F1')?.to).toBe('/redeemunlimited');
  });

  it('never give one key to two of them', () => {
    for (const path of everyScreen) {
      const keys = barLinks({ path, roles: Role.Admin, flags: redeemOn, sale: sale(1250) }).flatMap(({ hotkey }) => hotkey ?? []);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});
