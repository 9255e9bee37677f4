import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ComparedSystemView, ComparisonView, DifferenceGroup, DifferenceView } from '@washdesk/contracts/system/reconcile';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { ReconcileScreen } from './reconcile-screen.tsx';

const at = '2026-11-20T12:00:00.000Z';
const group: DifferenceGroup = { kind: 'sitewatch-plan', open: 7, repairing: 0, failed: 1, oldest: at };
const difference: DifferenceView = {
  id: '019aa000-0000-7000-8000-000000000001',
  kind: 'sitewatch-plan',
  customer: 'cus_1',
  name: 'Ada Moore',
  site: 12,
  siteName: 'Joliet',
  about: '',
  fields: [{ name: 'Valid until', right: '2026-12-09', wrong: '2026-11-09' }],
  cause: 'The update failed: no Stripe club plan for the product class',
  state: 'open',
  found: at,
  lastSeen: at,
  settled: null,
  by: null,
  why: null,
  repairing: false,
  failure: null,
};
const last: ComparisonView = {
  site: null,
  requestedBy: null,
  started: at,
  finished: at,
  stage: null,
  compared: { customers: 1204 },
};
const never = { compared: null, waiting: null };
const systems: ComparedSystemView[] = [
  { system: 'stripe', site: null, siteName: null, compared: at, waiting: { since: at, reason: 'Stripe does not respond' } },
  { system: 'roster', site: null, siteName: null, ...never, compared: at },
  { system: 'sitewatch', site: 12, siteName: 'Joliet', ...never, compared: at },
  {
    system: 'sitewatch',
    site: 27,
    siteName: 'Merrillville',
    ...never,
    waiting: { since: at, reason: 'The agent of Merrillville is too old to be compared' },
  },
  { system: 'loyalty', site: null, siteName: null, ...never, compared: at },
];

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /location', { body: { locations: [], count: 0 } });
  stub.on('GET /reconcile', {
    body: { running: [], last, systems, groups: [group, { ...group, kind: 'code-shared', open: 1, failed: 0 }] },
  });
  stub.on('GET /reconcile/differences', { body: { results: [difference], next_page: null } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const open = (address = '/admin/reconcile'): void =>
  renderScreen(<ReconcileScreen />, { path: '/admin/reconcile', address, roles: Role.Admin });
const act = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('names kinds and what they mean, both sides of each difference with its cause, and the site that is not compared', async () => {
  open();
  const list = within(await screen.findByRole('list', { name: 'Systems compared' }));
  const lines = list.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toEqual([
    expect.stringMatching(/^Stripe.*Waiting.*Stripe does not respond, first noticed/u),
    expect.stringMatching(/^Lanes.* ago$/u),
    expect.stringMatching(/^Loyalty system.* ago$/u),
    'Sitewatch of 2 sites1 of 2 compared',
    expect.stringMatching(/^Sitewatch of Merrillville.*too old to be compared/u),
  ]);
  expect(screen.getByText(/1,204 customers at Stripe/u)).toBeTruthy();
  expect(screen.getByText(/redeems another plan or until another day/u)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Repair All: Two members/u })).toBeNull();
  await act('Show: Plan differs in Sitewatch');
  const sides = within(await screen.findByRole('table', { name: 'Plan differs in Sitewatch: Ada Moore' }));
  expect(sides.getByRole('columnheader', { name: 'Sitewatch of Joliet' })).toBeTruthy();
  expect(sides.getByRole('row', { name: 'Valid until 2026-12-09 2026-11-09' })).toBeTruthy();
  expect(screen.getByText(/Cause: The update failed/u)).toBeTruthy();
});

it('names a customer of Sitewatch whom Washdesk does not have, and leaves the decision to a person', async () => {
  const unknown: DifferenceView = { ...difference, kind: 'sitewatch-unknown', customer: null, name: 'Walk In' };
  stub.on('GET /reconcile', { body: { running: [], last, systems, groups: [{ ...group, kind: 'sitewatch-unknown' }] } });
  stub.on('GET /reconcile/differences', { body: { results: [unknown], next_page: null } });
  open();
  await screen.findByText(/Ask the site who sold the plan/u);
  await act('Show: Stripe plan in Sitewatch without a customer');
  expect(await screen.findByRole('heading', { name: 'Walk In' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Walk In' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Repair/u })).toBeNull();
  expect(screen.getByRole('button', { name: 'Dismiss: Walk In' })).toBeTruthy();
});

it('repairs one, and all of a kind once their number is confirmed', async () => {
  stub.on(`POST /reconcile/differences/${difference.id}/repair`, { body: { difference: { ...difference, state: 'repaired' } } });
  stub.on('POST /reconcile/repair', { body: { repairing: 7 } });
  open();
  await screen.findByText(/redeems another plan/u);
  await act('Show: Plan differs in Sitewatch');
  await userEvent.click(await screen.findByRole('button', { name: 'Repair: Ada Moore' }));
  expect(await screen.findByText('Ada Moore: repaired')).toBeTruthy();
  await act('Repair All: Plan differs in Sitewatch');
  await userEvent.click(await screen.findByRole('button', { name: 'Repair 7' }));
  await vi.waitFor(() => expect(stub.calls('POST /reconcile/repair')[0]?.body).toEqual({ kind: 'sitewatch-plan', site: null, count: 7 }));
});

it('dismisses one with a reason, and undoes a repair', async () => {
  const repaired = { ...difference, state: 'repaired' as const, settled: at, by: 'Sam Fuller' };
  stub.on(`POST /reconcile/differences/${difference.id}/dismiss`, { body: { difference: { ...difference, state: 'dismissed' } } });
  stub.on(`POST /reconcile/differences/${difference.id}/undo`, {
    status: 409,
    body: { code: 'changed_since', message: 'The member has changed since', requestId: 'r1' },
  });
  open();
  await screen.findByText(/redeems another plan/u);
  await act('Show: Plan differs in Sitewatch');
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss: Ada Moore' }));
  await userEvent.type(screen.getByLabelText('Reason'), 'Known to the office');
  await act('Dismiss Difference');
  await vi.waitFor(() =>
    expect(stub.calls(`POST /reconcile/differences/${difference.id}/dismiss`)[0]?.body).toEqual({ reason: 'Known to the office' }),
  );
  stub.on('GET /reconcile/differences', { body: { results: [repaired], next_page: null } });
  await userEvent.click(screen.getByText('Settled'));
  expect(await screen.findByText(/by Sam Fuller/u)).toBeTruthy();
  await act('Undo Repair: Ada Moore');
  expect(await screen.findByText(/The member has changed since/u)).toBeTruthy();
});

it('starts a comparison and shows its progress', async () => {
  const running = { ...last, finished: null, stage: 'sitewatch 12' };
  stub.on('POST /reconcile/comparisons', { body: { running: [running] } });
  open();
  await screen.findByText(/redeems another plan/u);
  stub.on('GET /reconcile', { body: { running: [running], last: null, systems, groups: [] } });
  await act('Compare Now');
  expect(await screen.findByText(/Comparing Sitewatch of Site 12/u)).toBeTruthy();
  expect(screen.getByText('Nothing has been compared yet.')).toBeTruthy();
});

it('compares one customer, and names what did not respond', async () => {
  stub.on('POST /reconcile/customers/cus_1/compare', {
    body: { differences: [difference], notCompared: ['Can’t reach the Sitewatch of Merrillville'] },
  });
  open('/admin/reconcile?customer=cus_1');
  await screen.findAllByText('Ada Moore');
  await act('Compare Now');
  expect(await screen.findByText('Can’t reach the Sitewatch of Merrillville')).toBeTruthy();
});
