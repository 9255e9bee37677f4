import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Job, JobGroup } from '@washdesk/contracts/system/job';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { JobsScreen } from './jobs-screen.tsx';

const at = '2026-11-20T12:00:00.000Z';
const group: JobGroup = {
  what: 'converge.sitewatch',
  title: 'Update Sitewatch of Joliet',
  site: 12,
  cause: 'unreachable',
  count: 7,
  needPerson: 2,
  oldest: at,
  nextTry: at,
};
const job: Job = {
  id: '019aa000-0000-7000-8000-000000000001',
  what: group.what,
  title: group.title,
  site: 12,
  customer: 'cus_1',
  name: 'Ada Moore',
  state: 'pending',
  attempts: 4,
  reason: 'Can’t reach the Sitewatch of Joliet',
  created: at,
  due: at,
  deadline: at,
  overdue: true,
  settled: null,
  dismissedBy: null,
  why: null,
};

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /location', { body: { locations: [], count: 0 } });
  stub.on('GET /jobs/groups', { body: { groups: [group], count: 1 } });
  stub.on('GET /jobs', { body: { results: [job], count: 1, next_page: null } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const open = (address = '/admin/jobs'): void => renderScreen(<JobsScreen />, { path: '/admin/jobs', address, roles: Role.Admin });

it('names target, cause and next step, and retries all of a group', async () => {
  stub.on('POST /jobs/retry', { body: { retried: 7 } });
  open();
  const row = within((await screen.findByText('The site is offline')).closest('tr')!);
  expect(row.getByText('2 of 7 need attention')).toBeTruthy();
  expect(row.getByText(/check its PC and its internet connection/u)).toBeTruthy();
  await userEvent.click(row.getByRole('button', { name: 'Retry All: Update Sitewatch of Joliet, The site is offline' }));
  expect(await screen.findByText('Update Sitewatch of Joliet: 7 jobs restarted')).toBeTruthy();
  expect(stub.calls('POST /jobs/retry').map(({ body }) => body)).toEqual([{ what: group.what, site: 12, cause: 'unreachable' }]);
});

it('opens the jobs of a group, and dismisses one with a reason', async () => {
  stub.on(`POST /jobs/${job.id}/dismiss`, { body: { job: { ...job, state: 'dismissed' } } });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Update Sitewatch of Joliet' }));
  const jobs = within(await screen.findByRole('table', { name: 'Update Sitewatch of Joliet' }));
  expect(await jobs.findByText('Can’t reach the Sitewatch of Joliet')).toBeTruthy();
  await userEvent.click(jobs.getByRole('button', { name: 'Dismiss: Ada Moore' }));
  await userEvent.type(screen.getByLabelText('Reason'), 'Entered by hand');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss Job' }));
  await vi.waitFor(() => expect(stub.calls(`POST /jobs/${job.id}/dismiss`)[0]?.body).toEqual({ reason: 'Entered by hand' }));
});

it('shows one customer’s jobs alone, without retrying others', async () => {
  open('/admin/jobs?customer=cus_1');
  expect(await screen.findByText('The site is offline')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Retry All/u })).toBeNull();
  expect(screen.getByRole('link', { name: 'Show All Jobs' }).getAttribute('href')).toBe('/admin/jobs');
});

it('says that nothing is open', async () => {
  stub.on('GET /jobs/groups', { body: { groups: [], count: 0 } });
  open();
  expect(await screen.findByText('No open jobs. Every system is up to date.')).toBeTruthy();
});
