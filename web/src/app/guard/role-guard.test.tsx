import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { atLeastRole, exactRole, publicAccess, signedIn } from '@washdesk/contracts/endpoint';
import { Role } from '@washdesk/rules/company/roles';
import { renderScreen } from '../../testing/screen.tsx';
import { allows } from './allows.ts';
import { RoleGuard } from './role-guard.tsx';

afterEach(cleanup);

describe('allows', () => {
  it.each([
    ['public', publicAccess, null, true],
    ['signed in: no user', signedIn, null, false],
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

describe('a page of one role itself', () => {
  const open = (roles: number): void =>
    renderScreen(<RoleGuard access={exactRole('Reporter')}>Figures</RoleGuard>, { path: '/office/reports', roles });

  it('tells an Admin without the role what is missing, and where it is given', async () => {
    open(Role.Admin);
    expect(await screen.findByRole('heading', { name: 'Requires the Reporter role' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Staff' }).getAttribute('href')).toBe('/admin/staff');
    expect(screen.queryByText('Figures')).toBeNull();
  });

  it('sends other users to sign in, and opens for the role', async () => {
    open(Role.PriceManager);
    expect(await screen.findByText('At /login')).toBeTruthy();
    cleanup();
    open(Role.Reporter);
    expect(await screen.findByText('Figures')).toBeTruthy();
  });
});
