import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ServiceAccount } from '@washdesk/contracts/access/service-account';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { downloadedCsv } from '../../../testing/files.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { ServiceAccountsScreen } from './service-accounts-screen.tsx';

const account: ServiceAccount = {
  client_id: 'service-1',
  servicename: 'Night report',
  permissions: ['Reporter'],
  site: null,
  created: '2026-11-20T12:00:00.000Z',
  expires: '2020-01-01T00:00:00.000Z',
  addresses: ['10.0.0.0/8'],
  lastUsed: null,
  owner: { number: 3242, name: 'Alex Moreau' },
};

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /serviceaccounts', { body: { serviceaccounts: [account], count: 1 } });
  stub.on('GET /location', { body: { locations: [], count: 0 } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  renderScreen(<ServiceAccountsScreen />, { path: '/admin/serviceaccounts/', roles: Role.Admin });
  await screen.findByText('Night report');
}

it('shows what may sign in, from where and until when', async () => {
  await open();
  const row = within(screen.getByText('Night report').closest('tr')!);
  for (const words of ['service-1', 'Reporter', '10.0.0.0/8', 'Expired', 'Never', 'Alex Moreau']) expect(row.getByText(words)).toBeTruthy();
});

it('has a file in words', async () => {
  await open();
  const [heads, line] = await downloadedCsv();
  expect(heads).toBe('Service,Client id,Permissions,Site,Addresses,Owner,Until,Last used');
  expect(line).toMatch(/^Night report,service-1,Reporter,Any,10\.0\.0\.0\/8,Alex Moreau,\d\d\/\d\d\/\d{4} \d+:\d\d [AP]M \S+,Never$/);
});

it('makes an account and shows its secret this once', async () => {
  stub.on('POST /serviceaccounts', {
    body: { ...account, client_id: 'service-2', servicename: 'Payroll', client_secret: 'a-secret-text' },
  });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Add a Service Account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a service account' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add Service Account' }));
  expect(await dialog.findByText('Enter a service name')).toBeTruthy();
  expect(dialog.getByText('Choose at least one role')).toBeTruthy();
  expect(dialog.getByText('Choose the last day')).toBeTruthy();
  expect(dialog.getByText('Enter where it signs in from')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Last day'), '2027-03-31');
  await userEvent.type(dialog.getByLabelText('Service'), 'Payroll');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Reporter' }));
  await userEvent.type(dialog.getByLabelText('Addresses'), '10.0.0.0/99');
  await userEvent.click(dialog.getByRole('button', { name: 'Add Service Account' }));
  expect(await dialog.findByText('Enter addresses such as 203.0.113.7 or 10.0.0.0/8')).toBeTruthy();
  await userEvent.clear(dialog.getByLabelText('Addresses'));
  await userEvent.type(dialog.getByLabelText('Addresses'), '10.0.0.0/8, 203.0.113.7');
  await userEvent.click(dialog.getByRole('button', { name: 'Add Service Account' }));
  const secret = within(await screen.findByRole('dialog', { name: 'Service account' }));
  expect(secret.getByRole<HTMLInputElement>('textbox', { name: 'Client secret' }).value).toBe('a-secret-text');
  expect(stub.calls('POST /serviceaccounts').map(({ body }) => body)).toEqual([
    {
      serviceName: 'Payroll',
      servicePermissions: ['Reporter'],
      site: null,
      addresses: ['10.0.0.0/8', '203.0.113.7'],
      expires: new Date('2027-03-31T23:59:59').toISOString(),
    },
  ]);
  await userEvent.click(secret.getByRole('button', { name: 'Done' }));
  expect(document.body.textContent).not.toContain('a-secret-text');
});

it('keeps what was typed where no account was made, and says why', async () => {
  stub.on('POST /serviceaccounts', { status: 409, body: stubError('name_taken', 'There is an account of this name') });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Add a Service Account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a service account' }));
  await userEvent.type(dialog.getByLabelText('Service'), 'Payroll');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Reporter' }));
  await userEvent.type(dialog.getByLabelText('Addresses'), '203.0.113.7');
  await userEvent.type(dialog.getByLabelText('Last day'), '2027-03-31');
  await userEvent.click(dialog.getByRole('button', { name: 'Add Service Account' }));
  expect(await dialog.findByText('Error Creating new Service Account')).toBeTruthy();
  expect(dialog.getByText('There is an account of this name')).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>('Service').value).toBe('Payroll');
});

it('deletes an account after a question, and says when that failed', async () => {
  stub.on('DELETE /serviceaccounts/service-1', { status: 503, body: stubError('database_unavailable', 'Try again in a moment') });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Delete Night report' }));
  expect(stub.calls('DELETE /serviceaccounts/service-1')).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Couldn’t delete the service account')).toBeTruthy();
});

it('is taken over from another Admin', async () => {
  stub.on('PUT /serviceaccounts/service-1/owner', { body: { taken: true } });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Take over Night report' }));
  expect(await screen.findByText('Night report taken over')).toBeTruthy();
});

it('says that there are none', async () => {
  stub.on('GET /serviceaccounts', { body: { serviceaccounts: [], count: 0 } });
  renderScreen(<ServiceAccountsScreen />, { path: '/admin/serviceaccounts/', roles: Role.Admin });
  expect(await screen.findByText('No service accounts yet')).toBeTruthy();
});
