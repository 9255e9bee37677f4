import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { ok, stubFetch } from '../../lib/fetch.fixture.ts';
import { receiveScan } from '../../lib/scanner/scan-listeners.ts';
import { startupAnswers, renderApp, testSession } from '../app.fixture.tsx';
import { destinationsFor, matching } from './destinations.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = () => screen.findByRole('combobox', { name: 'Find an action, screen or customer' });
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

async function openPalette(roles: number) {
  stubFetch({
    ...startupAnswers,
    'POST /auth/refreshtoken': ok(testSession(roles)),
    'GET /operation': ok({ rows: [], count: 0, more: false }),
    'GET /customer/search/operat': ok({ customers: [], count: 0, more: false, next_page: null }),
  });
  const app = renderApp('/profile');
  await screen.findByRole('heading', { level: 1, name: 'Casey Nguyen' });
  await userEvent.keyboard('{Control>}k{/Control}');
  const input = await field();
  await waitFor(() => expect(document.activeElement).toBe(input));
  return { ...app, input };
}

it('opens with Ctrl+K, finds a screen by its name, opens it with Enter, and has it among the recent ones', async () => {
  const { here, input } = await openPalette(Role.Admin);
  await userEvent.keyboard('operat');
  expect(options()[0]).toContain('Operations');
  expect(input.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[0]!.id);
  expect(await screen.findByText('No customers found.')).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Operations' });
  expect(here()).toBe('/admin/operations');
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.keyboard('{Control>}k{/Control}');
  await field();
  expect(within(screen.getByRole('group', { name: 'Recent' })).getByRole('option').textContent).toContain('Operations');
});

it('moves with the arrows, around its ends, and closes with Escape', async () => {
  await openPalette(Role.Cashier);
  const selected = () => screen.getAllByRole('option').findIndex((option) => option.getAttribute('aria-selected') === 'true');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(selected()).toBe(1);
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(selected()).toBe(options().length - 1);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
});

it('passes a scan on to the screen below, and gives it no key while open', async () => {
  const { here } = await openPalette(Role.Cashier);
  const key = vi.fn();
  window.addEventListener('keydown', key);
  await userEvent.keyboard('{F2}{Alt>}i{/Alt}a');
  expect(key.mock.calls.map(([event]) => (event as KeyboardEvent).key)).toEqual(['a']);
  window.removeEventListener('keydown', key);
  act(() => receiveScan('QZX1234-IN'));
  await waitFor(() => expect(here()).toBe('/search?searchString=QZX1234-IN'));
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('opens by touch from the menu of the workplace', async () => {
  await openPalette(Role.Cashier);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: /Joliet/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Find Anything' }));
  await field();
  expect(screen.queryByRole('group', { name: 'Where this browser works' })).toBeNull();
});

it('offers only what the roles and flags allow', () => {
  const labels = (roles: number, flags: string[] = []) => destinationsFor({ roles, flags }).map(({ label }) => label);
  expect(labels(Role.Cashier)).not.toContain('Open a gate');
  expect(labels(Role.Cashier, ['redeemInterface'])).toContain('Open a gate');
  expect(labels(Role.Cashier)).not.toContain('Charge a card');
  expect(labels(Role.User)).toContain('Charge a card');
  expect(labels(Role.SalesManager)).not.toContain('Settings');
  expect(labels(Role.Admin)).toContain('Settings');
});

it('offers each screen once, also one of both menus', () => {
  const screens = destinationsFor({ roles: Role.Admin | Role.SalesManager, flags: [] }).filter(({ kind }) => kind === 'screen');
  expect(new Set(screens.map(({ to }) => to)).size).toBe(screens.length);
});

it('matches every word, names that begin with the text first', () => {
  const all = destinationsFor({ roles: Role.Admin, flags: [] });
  expect(matching(all, 'se')[0]!.label).toMatch(/^Se/);
  expect(matching(all, 'gates sitewatch').map(({ to }) => to)).toEqual(['/admin/sites/configuration']);
  expect(matching(all, 'dark').map(({ label }) => label)).toEqual(['Change the theme']);
});

it.each([
  ['who changed price', '/admin/audit'],
  ['down', '/admin/sites'],
  ['why did it not open', '/admin/traces'],
  ['why did the car wait?', '/admin/traces'],
  ['printer paper', '/admin/sites'],
  ['gate opened by', '/admin/audit'],
  ['charged twice', '/admin/reconcile'],
  ['stuck', '/admin/jobs'],
  ['same code at two sites', '/admin/abuse'],
  ['which version', '/admin/sites/releases'],
  ['cards not working', '/status'],
  ['who may revoke', '/admin/sites/enrol'],
  ['was an alert sent', '/admin/alerts'],
])('finds by the words of a question: %s', (question, to) => {
  const found = matching(destinationsFor({ roles: Role.Admin, flags: [] }), question);
  expect(found.map((destination) => destination.to)).toContain(to);
});

it.each([
  ['why did the car wait', '/admin/traces'],
  ['who opened the gate', '/admin/audit'],
  ['who changed price', '/admin/audit'],
  ['printer paper', '/admin/sites'],
])('finds first for %s', (question, to) => {
  expect(matching(destinationsFor({ roles: Role.Admin, flags: [] }), question)[0]?.to).toBe(to);
});
