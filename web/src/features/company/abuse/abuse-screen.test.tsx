import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AbuseEvidence, AbuseFlag } from '@washdesk/contracts/company/abuse';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { AbuseScreen } from './abuse-screen.tsx';

const at = '2026-11-21T15:00:00.000Z';
const flag: AbuseFlag = {
  id: '019aa000-0000-7000-8000-000000000001',
  kind: 'two-sites',
  strength: 'clear',
  sentence: 'Washed at Joliet and Merrillville 9 minutes apart.',
  customer: 'cus_1',
  seller: null,
  name: 'Ada Moore',
  sites: [12, 27],
  firstSeen: at,
  lastSeen: at,
  state: 'open',
  decision: null,
};
const gifts: AbuseFlag = {
  ...flag,
  id: '019aa000-0000-7000-8000-000000000002',
  kind: 'free-months',
  customer: null,
  seller: '110',
  name: 'Renée Duval',
  sentence: 'Gave 14 free months in 60 days.',
};
const nothing = { code: null, plate: null, customer: null, name: null, amount: null, by: null, note: null };
const wash = (id: string, site: number, note: string | null): AbuseEvidence => ({
  ...nothing,
  of: 'wash',
  id,
  at,
  site,
  code: 'ABC123-IL',
  by: 'Dana Whitfield',
  note,
});
const evidence = [wash('1', 12, null), wash('2', 27, '40 miles in 9 min (drive: 28 min)')];

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /location', { body: { locations: [], count: 0, sites: [{ site: 12, name: 'Joliet' }] } });
  stub.on('GET /abuse/flags', {
    body: {
      flags: [flag, gifts],
      count: 2,
      more: false,
      kinds: [
        { kind: 'two-sites', count: 1 },
        { kind: 'free-months', count: 1 },
      ],
      notExamined: ['2026-11-03'],
    },
  });
  stub.on(`GET /abuse/flags/${flag.id}`, { body: { flag, evidence } });
  stub.on(`GET /abuse/flags/${gifts.id}`, { body: { flag: gifts, evidence: [] } });
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const open = (address = '/admin/abuse', roles: number = Role.SalesManager): void =>
  renderScreen(<AbuseScreen />, { path: '/admin/abuse', address, roles });

it('opens the strongest flag with its washes, and dismisses it with a reason', async () => {
  stub.on(`POST /abuse/flags/${flag.id}/decision`, { body: { flag: { ...flag, state: 'dismissed' } } });
  open();
  const table = within(await screen.findByRole('table', { name: 'Evidence' }));
  expect(table.getByText('40 miles in 9 min (drive: 28 min)')).toBeTruthy();
  expect(screen.getByText('Not examined: 11/03/2026')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open Customer' }).getAttribute('href')).toBe('/customers/cus_1');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss flag?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Dismiss Flag' }));
  expect(await dialog.findByText(/must not be empty/u)).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Reason'), 'Two drivers');
  await userEvent.click(dialog.getByRole('button', { name: 'Dismiss Flag' }));
  expect(await screen.findByText('Flag dismissed')).toBeTruthy();
  expect(stub.calls(`POST /abuse/flags/${flag.id}/decision`).map(({ body }) => body)).toEqual([
    { decision: 'dismissed', reason: 'Two drivers', lastSeen: at },
  ]);
});

it('keeps the dialog open if the flag has new evidence', async () => {
  stub.on(`POST /abuse/flags/${flag.id}/decision`, {
    status: 409,
    body: stubError('flag_changed', 'This flag was decided, or has new evidence.'),
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm Abuse' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm abuse?' }));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Seen on the camera');
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm Abuse' }));
  expect(await dialog.findByText(/has new evidence/u)).toBeTruthy();
});

it('leaves the decision about an employee to an Admin', async () => {
  open(`/admin/abuse?flag=${gifts.id}`);
  expect(await screen.findByText('An Admin decides about an employee.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  cleanup();
  open(`/admin/abuse?flag=${gifts.id}`, Role.Admin);
  expect(await screen.findByRole('button', { name: 'Dismiss' })).toBeTruthy();
});

it('filters by the URL, and names an empty list', async () => {
  stub.on('GET /abuse/flags', { body: { flags: [], count: 0, more: false, kinds: [], notExamined: [] } });
  open('/admin/abuse?kind=shared&site=12&state=confirmed');
  expect(await screen.findByText('No flags found. Choose another kind, site or status.')).toBeTruthy();
  expect(stub.calls('GET /abuse/flags')[0]?.query).toMatchObject({ kind: 'shared', site: '12', state: 'confirmed' });
});
