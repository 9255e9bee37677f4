import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { ok, stubFetch } from '../../lib/fetch.fixture.ts';
import { testSession, startupAnswers, renderApp } from '../app.fixture.tsx';
import { adminTools } from './tools.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('the Admin’s menu leads to every tool that this version has, and the bar leads back', async () => {
  stubFetch({ ...startupAnswers, 'POST /auth/refreshtoken': ok(testSession(Role.Admin)), 'GET /device': ok({ devices: [], count: 0 }) });
  const { here } = renderApp('/admin/tools');
  await screen.findByRole('heading', { level: 1, name: 'Admin Tools' });
  const links = () => within(screen.getByRole('navigation', { name: 'All tools' })).getAllByRole('link');
  const hrefs = links().map((link) => link.getAttribute('href')!);
  expect(hrefs).toEqual(Object.values(adminTools).flatMap((tools) => Object.keys(tools)));
  for (const [index, href] of hrefs.entries()) {
    await userEvent.click(links()[index]!);
    const back = await screen.findByRole('link', { name: 'Admin Tools' });
    expect(here()).toBe(href);
    await userEvent.click(back);
    await screen.findByRole('heading', { level: 1, name: 'Admin Tools' });
    expect(here()).toBe('/admin/');
  }
});

it('a search shows the tools that match, and Enter opens the first', async () => {
  stubFetch({
    ...startupAnswers,
    'POST /auth/refreshtoken': ok(testSession(Role.Admin)),
    'GET /operation': ok({ rows: [], count: 0, more: false }),
  });
  const { here } = renderApp('/admin/tools');
  const search = await screen.findByRole('searchbox', { name: 'Find a tool' });
  await userEvent.type(search, 'outcome');
  const links = within(screen.getByRole('navigation', { name: 'All tools' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/admin/operations']);
  await userEvent.type(search, '{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Operations' });
  expect(here()).toBe('/admin/operations');
});
