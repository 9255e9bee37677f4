import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Releases, Rollout, RolloutSite } from '@washdesk/contracts/sites/release';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { ReleasesScreen } from './releases-screen.tsx';

const id = '019aa000-0000-7000-8000-000000000001';
const at = '2026-11-20T12:00:00.000Z';
const file = { platform: 'linux-x64', size: 48_000_000 } as const;
const release = { version: '1.5.0', files: [file], created: at, problems: [], sites: 0 };
const joliet = { site: 12, name: 'Joliet', online: true, version: '1.4.0' };
const boise = { site: 27, name: 'Boise', online: false, version: '1.4.0' };
const none: Pick<RolloutSite, 'update' | 'reason' | 'changed'> = { update: null, reason: null, changed: null };
const sitesOf = (first: Partial<RolloutSite>): RolloutSite[] => [
  { ...joliet, ...none, isCanary: true, ...first },
  { ...boise, ...none, isCanary: false },
];
const rolloutOf = (more: Partial<Rollout> = {}): Rollout => ({
  id,
  version: '1.5.0',
  stage: 'canary',
  state: 'running',
  most: 3,
  continueAfterHours: 24,
  reason: 'Fixes the tag reader',
  started: at,
  startedBy: 'Alex Moreau',
  paused: null,
  ended: null,
  sites: sitesOf({}),
  ...more,
});
const releasesOf = (more: Partial<Releases> = {}): Releases => ({
  enabled: true,
  problems: [],
  releases: [release],
  sites: [joliet, boise],
  rollout: null,
  ...more,
});

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(more: Partial<Releases> = {}): Promise<void> {
  stub.on('GET /release', { body: releasesOf(more) });
  renderScreen(<ReleasesScreen />, { path: '/admin/sites/releases', roles: Role.Admin });
  await screen.findByRole('table', { name: 'Releases' });
}
const rowOf = (name: string): HTMLElement => screen.getByText(name).closest('tr')!;
const button = (name: string) => screen.getByRole('button', { name });

it('starts a rollout at the chosen sites, with a reason', async () => {
  stub.on('POST /release/rollout', { body: { rollout: rolloutOf() } });
  await open({ sites: [joliet, boise, { ...boise, site: 3, name: 'Peoria', version: '1.5.0' }] });
  expect(within(rowOf('1.5.0')).getByText('Linux 48 MB')).toBeTruthy();
  expect(within(rowOf('1.5.0')).getByText('Peoria (3)')).toBeTruthy();
  await userEvent.click(button('Roll out 1.5.0'));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Peoria (3), 1.5.0, offline' }).disabled).toBe(true);
  await userEvent.click(await screen.findByRole('button', { name: 'Start Rollout' }));
  expect(await screen.findByText('Choose at least one site')).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Joliet (12), 1.4.0' }));
  await userEvent.type(screen.getByLabelText('Reason'), 'Fixes the tag reader{Enter}');
  expect(await screen.findByText('Rollout of 1.5.0 started')).toBeTruthy();
  const body = { version: '1.5.0', canary: [12], most: 3, continueAfterHours: null, reason: 'Fixes the tag reader' };
  expect(stub.calls('POST /release/rollout').map((call) => call.body)).toEqual([body]);
});

it('shows how far a rollout is, and continues it with a reason', async () => {
  stub.on(`POST /release/rollout/${id}`, { body: { rollout: rolloutOf({ stage: 'all' }) } });
  await open({ rollout: rolloutOf({ sites: sitesOf({ update: 'installed', version: '1.5.0', changed: at }) }) });
  expect(screen.getByText('At canary sites')).toBeTruthy();
  expect(screen.getByText('1 of 1 site installed')).toBeTruthy();
  expect(screen.getByText('1 of 2 sites installed')).toBeTruthy();
  expect(within(rowOf('Boise (27)')).getByText('Waiting until it’s online')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Roll out 1.5.0' })).toBeNull();
  await userEvent.click(button('Continue to All Sites'));
  expect(screen.getByText('1 other site will be offered 1.5.0, at most 3 at the same time.')).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Enter a reason')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Reason'), 'Two quiet days{Enter}');
  expect(await screen.findByText('Rollout of 1.5.0 continued')).toBeTruthy();
  expect(stub.calls(`POST /release/rollout/${id}`).map(({ body }) => body)).toEqual([{ action: 'continue', reason: 'Two quiet days' }]);
});

it('names the failure that paused it, and offers to resume or cancel', async () => {
  const because = 'Joliet (12) went back to its previous version: It didn’t connect within 60 s';
  const failed = sitesOf({ update: 'rolled_back', reason: 'It didn’t connect within 60 s', changed: at });
  await open({ rollout: rolloutOf({ state: 'paused', paused: { because, by: null }, sites: failed }) });
  expect(screen.getByText('Paused by a failure')).toBeTruthy();
  expect(screen.getByText(because)).toBeTruthy();
  expect(within(rowOf('Joliet (12)')).getByText('Rolled back')).toBeTruthy();
  expect(screen.getByText('0 of 1 site installed, 1 failed')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Continue to All Sites' })).toBeNull();
  for (const name of ['Resume', 'Cancel Rollout']) expect(button(name)).toBeTruthy();
});

it('says what is wrong with the folder and with a release, and does not offer that one', async () => {
  const problems = ['1.6.0/agent has 15 bytes, its manifest says 11. Copy it again'];
  const damaged = { ...release, version: '1.6.0', files: [], problems };
  const folder = 'The folder /srv/releases doesn’t exist. Create it, or mount it';
  await open({ releases: [damaged, { ...release, version: '1.4.0', sites: 2 }], problems: [folder] });
  expect(screen.getByText(folder)).toBeTruthy();
  expect(within(rowOf('1.6.0')).getByText('Damaged')).toBeTruthy();
  expect(within(rowOf('1.6.0')).getByText(problems[0]!)).toBeTruthy();
  expect(within(rowOf('1.4.0')).getByText('2')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Roll out/u })).toBeNull();
});

it('says so where the installation has no folder, no release, or no answer', async () => {
  await open({ enabled: false, releases: [] });
  expect(screen.getByText('Updates of agents are off')).toBeTruthy();
  expect(screen.getByText(/No releases yet/u)).toBeTruthy();
  cleanup();
  stub.on('GET /release', {
    status: 503,
    body: { code: 'database_unavailable', message: 'Washdesk is unavailable right now', requestId: 'r' },
  });
  renderScreen(<ReleasesScreen />, { path: '/admin/sites/releases', roles: Role.Admin });
  expect(await screen.findByText('Couldn’t load releases')).toBeTruthy();
});
