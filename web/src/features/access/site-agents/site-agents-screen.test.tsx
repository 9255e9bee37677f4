import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { SiteAgentsScreen } from './site-agents-screen.tsx';

const certificate = { host: 'lane-pc', issued: '2026-11-20T12:00:00.000Z', expires: '2027-02-18T12:00:00.000Z' };
const joliet = {
  site: 12,
  name: 'Joliet',
  online: true,
  version: '1.4.0',
  lastSeen: '2026-11-20T12:00:00.000Z',
  certificate,
  revoked: null,
  codeExpires: null,
};
const none = { online: false, version: null, lastSeen: null, certificate: null, revoked: null, codeExpires: null };
const boise = { ...none, site: 27, name: 'Boise' };
const revoked = { at: '2026-11-20T12:00:00.000Z', by: 'Alex Moreau', reason: 'PC stolen' };
const expires = '2026-11-22T12:00:00.000Z';

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /site-agent', { body: { enabled: true, download: 'https://get.example.com/', agents: [joliet, boise], refused: [] } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  renderScreen(<SiteAgentsScreen />, { path: '/admin/sites/enrol', roles: Role.Admin });
  await screen.findByText('Joliet (12)');
}
const rowOf = (name: string): HTMLElement => screen.getByText(name).closest('tr')!;

it('shows each site with the state of its agent, and finds one', async () => {
  const { site, name } = { site: 3, name: 'Peoria' };
  const others = [joliet, boise, { ...none, site, name, revoked }, { ...none, site: 4, name: 'Elgin', codeExpires: expires }];
  stub.on('GET /site-agent', { body: { enabled: true, download: null, agents: others, refused: [] } });
  await open();
  expect(within(rowOf('Joliet (12)')).getByText('Online')).toBeTruthy();
  expect(within(rowOf('Boise (27)')).getByText('Not enrolled')).toBeTruthy();
  expect(within(rowOf('Peoria (3)')).getByText('PC stolen (Alex Moreau)')).toBeTruthy();
  expect(within(rowOf('Elgin (4)')).getByText('Waiting for the agent')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Find a site'), 'lane-pc');
  expect(screen.queryByText('Boise (27)')).toBeNull();
});

it('shows a new code once with its steps, and when the agent has used it', async () => {
  stub.on('POST /site-agent/27/code', { body: { code: '7KQ4M-X2P9T', expires } });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Create code for Boise' }));
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('7KQ4M-X2P9T')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Download the installer' }).getAttribute('href')).toBe('https://get.example.com/');
  expect(screen.getByLabelText<HTMLInputElement>('Command').value).toBe(
    `sudo washdesk-agent enroll ${window.location.origin} 7KQ4M-X2P9T && sudo systemctl restart washdesk-agent`,
  );
  expect(screen.getByText('Waiting for the agent…')).toBeTruthy();
  const refused = [{ at: '2026-11-21T12:00:00.000Z', site: null, host: 'front-pc', reason: 'unknown' }];
  stub.on('GET /site-agent', { body: { enabled: true, download: null, agents: [joliet, boise], refused } });
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByText('front-pc', {}, { timeout: 10_000 })).toBeTruthy();
  stub.on('GET /site-agent', {
    body: { enabled: true, download: null, agents: [joliet, { ...boise, certificate, online: true }], refused },
  });
  expect(await screen.findByText('lane-pc is online', {}, { timeout: 10_000 })).toBeTruthy();
});

it('chooses the site in the dialog, and names the computer that the code replaces', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Enroll a Site' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create Code' }).disabled).toBe(true);
  await userEvent.click(screen.getByRole('combobox', { name: 'Site' }));
  await userEvent.click(await screen.findByTitle('Joliet (12)'));
  expect(await screen.findByText(/lane-pc is enrolled for this site/u)).toBeTruthy();
});

it('revokes with a reason', async () => {
  stub.on('POST /site-agent/12/revoke', { body: { agent: { ...joliet, certificate: null, revoked } } });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Revoke Joliet' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Agent' }));
  expect(await screen.findByText('Enter a reason')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Reason'), 'PC stolen{Enter}');
  expect(await screen.findByText('Joliet revoked')).toBeTruthy();
  expect(stub.calls('POST /site-agent/12/revoke').map(({ body }) => body)).toEqual([{ reason: 'PC stolen' }]);
});

it('says so where the installation has no CA', async () => {
  stub.on('GET /site-agent', { body: { enabled: false, download: null, agents: [joliet], refused: [] } });
  await open();
  expect(screen.getByText('Enrollment is off')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enroll a Site' }).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Create code for Joliet' })).toBeNull();
});

it('shows the computers whose codes were refused', async () => {
  const at = '2026-11-21T12:00:00.000Z';
  const tried = ['used', 'expired', 'unknown'].map((reason) => ({ at, site: reason === 'unknown' ? null : 27, host: 'lane-pc', reason }));
  stub.on('GET /site-agent', { body: { enabled: true, download: null, agents: [joliet, boise], refused: tried } });
  await open();
  const lines = screen.getByText('Refused codes of the last day').closest('[role="alert"]')!.querySelectorAll('li');
  expect([...lines].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^lane-pc tried a code of Boise that was already used /),
    expect.stringMatching(/^lane-pc tried a code of Boise that has expired /),
    expect.stringMatching(/^lane-pc tried an unknown code /),
  ]);
});
