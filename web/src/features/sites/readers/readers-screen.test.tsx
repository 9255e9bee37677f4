import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { downloadedCsv } from '../../../testing/files.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { ReadersScreen } from './readers-screen.tsx';

const reader = {
  id: 'tmr_1',
  label: 'Washcashier1',
  ip_address: '192.168.1.50',
  status: 'online',
  last_seen_at: 1_795_000_000,
  serial_number: 'WSC5-1',
  device_type: 'bbpos_wisepos_e',
  location: 'tml_joliet',
};
const joliet = { id: 'tml_joliet', display_name: 'Joliet', metadata: { site: '12', state: 'IL', defaultplatestate: 'IL' } };
const config = {
  publicKey: 'pk_test',
  apiVersion: '1',
  clientVersion: '2.0.891',
  configOptions: {
    AllowManualEntry: false,
    redeem: 'yes',
    dashboardUrl: '',
    dxtUrl: null,
    defaultWashTerminal: '',
    terminals: ['Detail1'],
    tabletTerminals: [],
    carColors: [],
  },
};
const register = 'POST /terminal/readers';
const remove = 'DELETE /terminal/readers/tmr_1';
const readers = (all: object[]) => ({ body: { readers: all, count: all.length } });

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /location', { body: { locations: [{ ...joliet, time_zone: 'America/Chicago' }], count: 1 } });
  stub.on('GET /config', { body: config });
  stub.on('GET /terminal/readers', readers([reader, { ...reader, id: 'tmr_2', label: 'Detail2', status: 'offline', last_seen_at: null }]));
  stub.on('GET /admin/settings', {
    body: { settings: [{ name: 'readerPairingCode', value: '07139', changed: null, changedBy: null }], count: 1 },
  });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const show = () => renderScreen(<ReadersScreen />, { path: '/admin/readers', roles: Role.Admin });

async function openDialog() {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Register a Reader' }));
  return within(await screen.findByRole('dialog', { name: 'Register a reader' }));
}
async function fill() {
  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole('combobox', { name: 'Register' }));
  await userEvent.click(await screen.findByTitle('Detail1'));
  await userEvent.type(dialog.getByLabelText('Registration code'), 'quick-brown-fox');
  return dialog;
}

it('has a file in words', async () => {
  show();
  await screen.findAllByText('Joliet');
  expect(await downloadedCsv()).toEqual([
    'Label,Status,IP address,Last seen,Serial number,Type,Location',
    expect.stringMatching(/^Washcashier1,Online,192\.168\.1\.50,11\/18\/2026 .*,WSC5-1,BBPOS WisePOS E,Joliet$/),
    'Detail2,Offline,192.168.1.50,Never,WSC5-1,BBPOS WisePOS E,Joliet',
  ]);
});

it('lists the readers with what is known of them', async () => {
  show();
  const row = (await screen.findByText('Washcashier1')).closest('tr')!;
  for (const words of ['Online', '192.168.1.50', 'WSC5-1', 'BBPOS WisePOS E', 'Joliet']) expect(row.textContent).toContain(words);
  const other = screen.getByText('Detail2').closest('tr')!;
  for (const words of ['Offline', 'Never']) expect(other.textContent).toContain(words);
});

it('asks for the status again while it is shown', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show();
  await screen.findByText('Washcashier1');
  stub.on('GET /terminal/readers', readers([{ ...reader, status: 'offline' }]));
  await vi.advanceTimersByTimeAsync(10_500);
  vi.useRealTimers();
  expect(await screen.findByText('Offline')).toBeTruthy();
});

it('says that there is none, or why they cannot be listed', async () => {
  stub.on('GET /terminal/readers', readers([]));
  show();
  expect(await screen.findByText('No card readers registered')).toBeTruthy();
  cleanup();
  stub.on('GET /terminal/readers', { status: 503, body: stubError('stripe_unavailable', 'Stripe cannot be reached') });
  show();
  expect(await screen.findByText('Error Finding Reader')).toBeTruthy();
  expect(screen.getByText('Stripe cannot be reached')).toBeTruthy();
});

it('explains how each kind shows its code, with the pairing code of the settings', async () => {
  const dialog = await openDialog();
  expect(await dialog.findByText(/0, 7, green, then enter the pairing code 07139/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('tab', { name: 'WisePOS' }));
  expect(dialog.getByText(/open Settings and enter the pairing code 07139/)).toBeTruthy();
});

it('registers a reader under the name of its register, at this location', async () => {
  const made = { ...reader, label: 'Detail1' };
  stub.on(register, { body: made });
  const dialog = await fill();
  await userEvent.click(dialog.getByRole('button', { name: 'Register Reader' }));
  expect(await screen.findByText('Detail1 registered')).toBeTruthy();
  expect(stub.calls(register).map(({ body }) => body)).toEqual([
    { locationId: 'tml_joliet', displayName: 'Detail1', readerCode: 'quick-brown-fox' },
  ]);
});

it('needs a register and a code', async () => {
  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole('button', { name: 'Register Reader' }));
  expect(await dialog.findByText('The registration code is required')).toBeTruthy();
  expect(dialog.getByText('Choose a register')).toBeTruthy();
  expect(stub.calls(register)).toEqual([]);
});

it('says that no reader shows the code', async () => {
  stub.on(register, { status: 400, body: stubError('stripe_refused', 'The registration code you provided is invalid') });
  const dialog = await fill();
  await userEvent.click(dialog.getByRole('button', { name: 'Register Reader' }));
  expect(await dialog.findByText('Failed to Find Card Reader')).toBeTruthy();
  expect(dialog.getByText('The registration code you provided is invalid')).toBeTruthy();
});

it('deletes a reader after a question, and says why not', async () => {
  stub.on(remove, { status: 403, body: stubError('forbidden', 'You do not have the proper permissions') });
  show();
  const press = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Washcashier1' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  };
  await press();
  expect(await screen.findByText('Couldn’t delete the reader')).toBeTruthy();
  cleanup();
  stub.on(remove, { body: { id: 'tmr_1', deleted: true } });
  show();
  await press();
  expect(await screen.findByText('Washcashier1 deleted')).toBeTruthy();
});

it('does not know whether a reader was deleted whose answer was lost', async () => {
  stub.on(remove, 'lost');
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Washcashier1' }));
  const yes = await screen.findByRole('button', { name: 'Delete' });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent.click(yes);
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(await screen.findByText(/No response yet. Delete it again to check/)).toBeTruthy();
  expect(new Set(stub.calls(remove).map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});
