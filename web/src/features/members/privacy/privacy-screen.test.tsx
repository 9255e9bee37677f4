import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CustomerData, ErasureView } from '@washdesk/contracts/members/privacy';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { PrivacyScreen } from './privacy-screen.tsx';

const erasure: ErasureView = {
  id: '0190f000-0000-7000-8000-000000000001',
  customer: 'cus_9',
  alias: 'cus_erased0123456789abcdef',
  asked: '2026-11-21T12:00:00.000Z',
  askedBy: 'Ada Moore',
  finished: null,
  steps: [
    { target: 'Washdesk', state: 'done', detail: null },
    { target: 'Sitewatch of Joliet', state: 'waiting', detail: 'Can’t reach the Sitewatch of Joliet' },
    { target: 'Stripe', state: 'problem', detail: 'Ask Stripe Support' },
  ],
  rows: 214,
};
const data: CustomerData = {
  customer: 'cus_1',
  name: 'Member, Zoë',
  deleted: false,
  tables: [{ table: 'note', rows: 2 }],
  sites: [{ site: 12, name: 'Joliet' }],
  obstacles: [],
  erasure: null,
};

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /office/erasures', { body: { erasures: [erasure], count: 1 } });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const open = (shown: CustomerData) => {
  stub.on('GET /customer/cus_1/data', { body: shown });
  renderScreen(<PrivacyScreen />, { path: '/office/customerdata', address: '/office/customerdata?customer=cus_1', roles: Role.Admin });
  return screen.findByRole('button', { name: 'Erase Customer' });
};

it('lists erasures with each step and what it waits for', async () => {
  await open(data);
  const row = await screen.findByRole('row', { name: /Ada Moore/ });
  expect(within(row).getByText('Washdesk: Done')).toBeTruthy();
  expect(within(row).getByText('Sitewatch of Joliet: Waiting')).toBeTruthy();
  expect(within(row).getByText('Can’t reach the Sitewatch of Joliet')).toBeTruthy();
  expect(within(row).getByText('Stripe: Needs attention')).toBeTruthy();
});

it('shows why a customer can’t be erased yet, and offers no erasure', async () => {
  const button = await open({ ...data, obstacles: ['The customer has a plan. Terminate it first.'] });
  expect(screen.getByText('The customer has a plan. Terminate it first.')).toBeTruthy();
  expect((button as HTMLButtonElement).disabled).toBe(true);
});

it('erases only for a chosen reason and with the customer’s id typed, once', async () => {
  stub.on('POST /customer/cus_1/erasure', { body: { id: erasure.id } });
  await userEvent.click(await open(data));
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase customer?' }));
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Erase Customer' });
  await userEvent.type(dialog.getByLabelText('Type cus_1 to confirm'), 'cus_2');
  await userEvent.click(dialog.getByRole('combobox', { name: 'Reason' }));
  await userEvent.click(await screen.findByText('The customer requested it'));
  expect(confirm.disabled).toBe(true);
  await userEvent.clear(dialog.getByLabelText('Type cus_1 to confirm'));
  await userEvent.type(dialog.getByLabelText('Type cus_1 to confirm'), 'cus_1');
  await userEvent.click(confirm);
  expect(await screen.findByText('Erasure started. The steps are listed below.')).toBeTruthy();
  const [call] = stub.calls('POST /customer/cus_1/erasure');
  expect(call?.body).toEqual({ reason: 'requested' });
  expect(call?.headers.get('idempotency-key')).toBeTruthy();
});

it('keeps the data on screen if a later read fails', async () => {
  stub.on('POST /customer/cus_1/erasure', { body: { id: erasure.id } });
  await userEvent.click(await open({ ...data, tables: [{ table: 'note', rows: 2 }] }));
  stub.on('GET /customer/cus_1/data', { status: 503, body: stubError('busy', 'The database is busy') });
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase customer?' }));
  await userEvent.type(dialog.getByLabelText('Type cus_1 to confirm'), 'cus_1');
  await userEvent.click(dialog.getByRole('combobox', { name: 'Reason' }));
  await userEvent.click(await screen.findByText('The customer requested it'));
  await userEvent.click(dialog.getByRole('button', { name: 'Erase Customer' }));
  expect(await screen.findByText('The database is busy')).toBeTruthy();
  expect(screen.getByText('2 note')).toBeTruthy();
});

it('exports to a file, and after a failure not the earlier file again', async () => {
  const saved: string[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const exported = { customer: 'cus_1', exported: '2026-11-21T12:00:00.000Z', tables: { note: [{ text: 'Prefers wax' }] }, sitewatch: [] };
  stub.on('GET /customer/cus_1/data/export', { body: exported });
  await open(data);
  const button = screen.getByRole('button', { name: 'Export Data' });
  await userEvent.click(button);
  await waitFor(() => expect(saved).toEqual(['cus_1.json']));
  stub.on('GET /customer/cus_1/data/export', { status: 503, body: stubError('busy', 'The database is busy') });
  await userEvent.click(button);
  expect(await screen.findByText('Couldn’t export the data')).toBeTruthy();
  expect(saved).toEqual(['cus_1.json']);
});
