import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ClubPlanView } from '@washdesk/contracts/sites/club-plan';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { ClubPlansScreen } from './club-plans-screen.tsx';

const kiss: ClubPlanView = {
  objid: 40,
  name: 'STR SUPER KISS',
  redeemId: 30,
  clubaccess: 'A',
  isstripe: true,
  productClass: 'Super Kiss',
  active: true,
};
const old: ClubPlanView = { ...kiss, objid: 41, name: 'CLUB EXTERIOR', redeemId: null, isstripe: false, active: false };
const save = 'PUT /config/clubplans/40';

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /config/clubplans', { body: { clubplans: [kiss, old], count: 2 } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const show = (roles: number = Role.PriceManager) => renderScreen(<ClubPlansScreen />, { path: '/office/clubplans', roles });
async function openDialog() {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit STR SUPER KISS' }));
  return within(await screen.findByRole('dialog', { name: 'Edit STR SUPER KISS' }));
}

it('names the site, and shows its club plans', async () => {
  show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Club Plans of Site 12' })).toBeTruthy();
  const row = within((await screen.findByText('CLUB EXTERIOR')).closest('tr')!);
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    '41',
    'CLUB EXTERIOR',
    'None',
    'A',
    'No',
    'Super Kiss',
    'Inactive',
    'Edit',
  ]);
});

it.each([
  ['a SalesManager', Role.SalesManager],
  ['an Admin', Role.Admin],
])('says to %s that a save takes the role PriceManager itself', async (_who, roles) => {
  show(roles);
  await screen.findByText('STR SUPER KISS');
  expect(screen.getByText(/Editing them requires the PriceManager role, even for Admins/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
});

it('saves what was changed alone', async () => {
  const dialog = await openDialog();
  stub.on(save, { body: { ...kiss, clubaccess: 'E', active: false } });
  const letter = dialog.getByRole('textbox', { name: 'Club access' });
  await userEvent.clear(letter);
  await userEvent.type(letter, 'e');
  await userEvent.click(dialog.getByRole('switch', { name: 'Active' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save Club Plan' }));
  expect(await screen.findByText('STR SUPER KISS saved')).toBeTruthy();
  expect(stub.calls(save).map(({ body }) => body)).toEqual([
    { clubaccess: 'E', active: false, was: { clubaccess: kiss.clubaccess, active: kiss.active } },
  ]);
});

it('tells at the field what Sitewatch cannot hold', async () => {
  const dialog = await openDialog();
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Name' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save Club Plan' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Name must not be empty');
  expect(stub.calls(save)).toEqual([]);
});

it('says Error Updating Club Plan with the reason', async () => {
  const dialog = await openDialog();
  const message = 'Sitewatch of Joliet hasn’t confirmed that the club plan was saved';
  stub.on(save, { status: 503, body: stubError('outcome_unknown', message) });
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' 2');
  await userEvent.click(dialog.getByRole('button', { name: 'Save Club Plan' }));
  expect(await dialog.findByText('Error Updating Club Plan')).toBeTruthy();
  expect(dialog.getByText(message)).toBeTruthy();
});

it('says that the site is offline, or that it has none', async () => {
  stub.on('GET /config/clubplans', { status: 503, body: stubError('site_unreachable', 'Can’t reach the Sitewatch of Joliet') });
  show();
  expect(await screen.findByText('Can’t reach the Sitewatch of Joliet')).toBeTruthy();
  cleanup();
  stub.on('GET /config/clubplans', { body: { clubplans: [], count: 0 } });
  show();
  expect(await screen.findByText('No club plans in this site’s Sitewatch')).toBeTruthy();
});
