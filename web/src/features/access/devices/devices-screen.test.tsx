import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, type StubApi } from '../../../testing/api.ts';
import { downloadedCsv } from '../../../testing/files.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { DevicesScreen } from './devices-screen.tsx';

const device = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'register',
  name: 'Register 1',
  site: 3,
  terminal: 'Washcashier1',
  enrolled: '2026-11-20T12:00:00.000Z',
  lastSeen: null,
  revoked: null,
  networks: [],
};
const devices = [device, { ...device, id: '00000000-0000-4000-8000-000000000002', kind: 'tablet', name: 'Lot 7', site: 4, terminal: null }];

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /device', { body: { devices, count: 2 } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  renderScreen(<DevicesScreen />, { path: '/admin/devices', roles: Role.Admin });
  await screen.findByText('Register 1');
}

it('finds a device by its kind, name, site or terminal, and says when none matches', async () => {
  await open();
  await userEvent.type(screen.getByLabelText('Find a device'), 'tablet');
  expect(screen.queryByText('Register 1')).toBeNull();
  expect(screen.getByText('Lot 7')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Find a device'), ' nowhere');
  expect(screen.getByText('No devices match “tablet nowhere”')).toBeTruthy();
});

it('has a file in words, dated by the clock of each site', async () => {
  const joliet = { id: 'tml_3', display_name: 'Joliet', metadata: { site: '3', state: 'IL', defaultplatestate: 'IL' } };
  const boise = { id: 'tml_4', display_name: 'Boise', metadata: { site: '4', state: 'ID', defaultplatestate: 'ID' } };
  const places = [
    { ...joliet, time_zone: 'America/Chicago' },
    { ...boise, time_zone: 'America/Boise' },
  ];
  stub.on('GET /location', { body: { locations: places, count: 2 } });
  await open();
  expect(await screen.findByText('Boise')).toBeTruthy();
  expect(await downloadedCsv()).toEqual([
    'Name,Kind,Site,Terminal,Addresses,Enrolled,Last seen,State',
    'Register 1,Register,Joliet,Washcashier1,Any,11/20/2026 6:00 AM CST,Never,In service',
    'Lot 7,Tablet,Boise,,Any,11/20/2026 5:00 AM MST,Never,In service',
  ]);
});

it('revokes the device that was found', async () => {
  stub.on(`DELETE /device/${device.id}`, { body: { device: { ...device, revoked: '2026-11-20T13:00:00.000Z' } } });
  await open();
  await userEvent.type(screen.getByLabelText('Find a device'), 'register 1');
  await userEvent.click(screen.getByRole('button', { name: 'Revoke Register 1' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Register 1 is out of service')).toBeTruthy();
});

it('limits a device to addresses, and refuses what is none', async () => {
  stub.on(`PUT /device/${device.id}/networks`, { body: { device: { ...device, networks: ['203.0.113.0/24'] } } });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Addresses of Register 1' }));
  const field = await screen.findByRole('textbox', { name: 'Addresses' });
  await userEvent.type(field, '203.0.113');
  await userEvent.click(screen.getByRole('button', { name: 'Save Addresses' }));
  expect(await screen.findByText('Enter addresses such as 203.0.113.7 or 10.0.0.0/8')).toBeTruthy();
  await userEvent.type(field, '.0/24');
  await userEvent.click(screen.getByRole('button', { name: 'Save Addresses' }));
  expect(await screen.findByText('Register 1 can be used only at 203.0.113.0/24')).toBeTruthy();
  expect(stub.calls(`PUT /device/${device.id}/networks`).map(({ body }) => body)).toMatchObject([
    { networks: ['203.0.113.0/24'], was: device.networks },
  ]);
});
