import { matchRoutes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { screenRoutes } from './routes.tsx';

/** Every screen with its required access, without the public pages outside the staff app. */
const wanted: [path: string, access: string][] = [
  ['/login', 'public'],
  ['/', 'signedIn'],
  ['/search', 'signedIn'],
  ['/customers/cus_1', 'signedIn'],
  ['/transactions', 'signedIn'],
  ['/redeemunlimited', 'signedIn'],
  ['/charge', 'signedIn'],
  ['/refund', 'signedIn'],
  ['/profile', 'public'],
  ['/logout', 'public'],
  ['/office/', 'signedIn'],
  ['/office/charge', 'atLeast User'],
  ['/office/chargecomplete', 'signedIn'],
  ['/office/products/', 'exact PriceManager'],
  ['/office/allprices', 'exact PriceManager'],
  ['/office/pricegrid', 'exact PriceManager'],
  ['/office/priceranges', 'exact PriceManager'],
  ['/office/clubplans', 'atLeast SalesManager'],
  ['/office/increase', 'atLeast Scheduler'],
  ['/office/increase/new', 'granted Scheduler'],
  ['/office/increase/019aa000-0000-7000-8000-000000000000', 'atLeast Scheduler'],
  ['/office/schedulerelease', 'atLeast SalesManager'],
  ['/office/platelookup', 'atLeast SalesManager'],
  ['/office/metrics', 'atLeast SalesManager'],
  ['/office/metrics/list', 'atLeast SalesManager'],
  ['/office/reports', 'exact Reporter'],
  ['/office/report', 'exact Reporter'],
  ...[
    '',
    'tools',
    'blacklist',
    'clientmetrics',
    'keystrokes',
    'terminal',
    'barcode',
    'redis',
    'reports',
    'serviceaccounts/',
    'config',
    'flags',
  ].map((name): [string, string] => [`/admin/${name}`, 'atLeast Admin']),
  ...['audit', 'readers', 'tokens', 'errorlist', 'priceselect', 'console', 'query', 'topsellers', 'devices'].map(
    (name): [string, string] => [`/admin/${name}`, 'atLeast Admin'],
  ),
  ['/isi', 'signedIn'],
  ['/locationlanding', 'signedIn'],
  ['/loyaltylinkup', 'signedIn'],
  ['/locationrefund', 'signedIn'],
  ['/redeeminterface', 'signedIn'],
  ['/enrol/some-token', 'public'],
];

const routes = screenRoutes.map(({ path, access }) => ({ path, access }));

describe('the table of screens', () => {
  it.each(wanted)('has %s, %s', (path, access) => {
    const found = matchRoutes(routes, path)?.at(-1)?.route.access;
    expect(found && ('role' in found ? `${found.kind} ${found.role}` : found.kind)).toBe(access);
  });

  it('has no path twice', () => {
    expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length);
  });
});
