import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { ok, stubFetch } from '../../lib/fetch.fixture.ts';
import { testSession, startupAnswers, renderApp } from '../app.fixture.tsx';

/** The menu's tools in order; later ones need no line here. */
const tools = [
  '/admin/devices',
  '/admin/staff',
  '/admin/sessions',
  '/admin/serviceaccounts/',
  '/admin/flags',
  '/admin/settings',
  '/admin/message',
  '/admin/readers',
  '/admin/config',
  '/admin/blacklist',
  '/admin/clientmetrics',
  '/admin/audit',
  '/admin/errorlist',
  '/admin/redis',
  '/admin/keystrokes',
  '/admin/terminal',
  '/admin/barcode',
  '/admin/reports',
  '/admin/topsellers',
  '/admin/priceselect',
  '/admin/query',
];

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('the Admin’s menu leads to every tool that this version has, and the bar leads back', async () => {
  stubFetch({ ...startupAnswers, 'POST /auth/refreshtoken': ok(testSession(Role.Admin)), 'GET /device': ok({ devices: [], count: 0 }) });
  const { here } = renderApp('/admin/tools');
  await screen.findByRole('heading', { level: 1, name: 'Admin Tools' });
  const links = () => within(within(screen.getByRole('main')).getByRole('list')).getAllByRole('link');
  const hrefs = links().map((link) => link.getAttribute('href')!);
  expect(hrefs.filter((href) => tools.includes(href))).toEqual(tools);
  for (const [index, href] of hrefs.entries()) {
    await userEvent.click(links()[index]!);
    const back = await screen.findByRole('link', { name: 'Admin Tools' });
    expect(here()).toBe(href);
    await userEvent.click(back);
    await screen.findByRole('heading', { level: 1, name: 'Admin Tools' });
    expect(here()).toBe('/admin/');
  }
});
