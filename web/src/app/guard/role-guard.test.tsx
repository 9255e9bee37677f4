import { atLeastRole, exactRole, publicAccess, signedIn } from '@washdesk/contracts/endpoint';
import { Role } from '@washdesk/rules/company/roles';
import { describe, expect, it } from 'vitest';
import { allows } from './role-guard.tsx';

describe('allows', () => {
  it.each([
    ['public', publicAccess, null, true],
    ['signed in: nobody', signedIn, null, false],
    ['signed in: a cashier', signedIn, Role.Cashier, true],
    ['at least User: a cashier', atLeastRole('User'), Role.Cashier, false],
    ['at least User: a manager', atLeastRole('User'), Role.SalesManager, true],
    ['at least SalesManager: the combined value counts', atLeastRole('SalesManager'), Role.Reporter, true],
    ['exactly PriceManager: an Admin without the bit', exactRole('PriceManager'), Role.Admin, false],
    ['exactly PriceManager: one of several', exactRole('PriceManager'), Role.PriceManager | Role.Cashier, true],
  ])('%s', (_what, access, roles, allowed) => {
    expect(allows(access, roles)).toBe(allowed);
  });
});
