import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AlertOfIt } from '@washdesk/contracts/system/alert';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { AlertsScreen } from './alerts-screen.tsx';

const at = '2026-11-21T12:00:00.000Z';
const alert: AlertOfIt = {
  id: '019aa000-0000-7000-8000-0000000000a1',
  site: null,
  siteName: null,
  level: 'stop',
  sentence: 'The broker is unreachable',
  step: 'Check that the broker runs.',
  lasting: true,
  times: 2,
  opened: at,
  told: at,
  escalated: null,
  seen: null,
  cleared: null,
  sentTo: [{ name: 'IT', at, state: 'sent', reason: null }],
};
const settings = {
  quietHours: { from: '21:00', to: '06:30' },
  timeZone: 'America/Chicago',
  criticalInQuietHours: true,
  escalateAfterMinutes: 15,
};
const webhook = {
  id: '019aa000-0000-7000-8000-0000000000b1',
  name: 'Pager',
  channel: 'webhook',
  address: 'pager.example',
  list: 'first',
  last: null,
};

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /alerts', { body: { alerts: [alert] } });
  stub.on('GET /alerts/settings', {
    body: { settings, recipients: [webhook], timeZones: ['America/Chicago'], channels: ['email', 'webhook'] },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => renderScreen(<AlertsScreen />, { path: '/admin/alerts', roles: Role.Admin });
const openSetUp = async () => {
  open();
  await userEvent.click(screen.getByRole('tab', { name: 'Recipients' }));
  await screen.findByText('Pager');
};

describe('alerts', () => {
  it('name who got the message, and lead to their site', async () => {
    const north = { ...alert, site: 12, sentence: 'Joliet (12): north is offline', id: '019aa000-0000-7000-8000-0000000000a2' };
    stub.on('GET /alerts', {
      body: {
        alerts: [
          { ...north, escalated: at, sentTo: [] },
          { ...alert, sentTo: [{ name: 'Pager', at, state: 'failed', reason: 'Answered 404' }] },
        ],
      },
    });
    open();
    const site = await screen.findByRole('link', { name: 'Joliet (12): north is offline' });
    expect(site.getAttribute('href')).toBe('/admin/sites/12');
    expect(within(site.closest('tr')!).getByText('No recipients')).toBeTruthy();
    expect(screen.getByText(/Pager: Answered 404/)).toBeTruthy();
    expect(screen.getAllByText('Not sent')).toHaveLength(2);
  });

  it('name cause and next step, and are marked as seen', async () => {
    open();
    const row = (await screen.findByText('The broker is unreachable')).closest('tr')!;
    expect(within(row).getByText('Check that the broker runs.')).toBeTruthy();
    expect(within(row).getByText('Critical')).toBeTruthy();
    stub.on(`POST /alerts/${alert.id}/seen`, { body: { seen: { at, by: '101' } } });
    stub.on('GET /alerts', { body: { alerts: [{ ...alert, seen: { at, by: 'Ada' } }] } });
    await userEvent.click(within(row).getByRole('button', { name: /^Mark as Seen/ }));
    expect(await screen.findByText('Seen by Ada')).toBeTruthy();
  });

  it('are none on a good day', async () => {
    stub.on('GET /alerts', { body: { alerts: [] } });
    open();
    expect(await screen.findByText('No open alerts. Every site and the cloud work.')).toBeTruthy();
  });

  it('say it if they cannot be loaded', async () => {
    stub.on('GET /alerts', { status: 503, body: stubError('database_unavailable', 'The database is unavailable') });
    open();
    expect(await screen.findByText('Couldn’t load alerts')).toBeTruthy();
  });
});

describe('recipients', () => {
  it('are tested and added, and a wrong address is told at its field', async () => {
    await openSetUp();
    stub.on('POST /alerts/recipients/019aa000-0000-7000-8000-0000000000b1/test', { body: { queued: true } });
    await userEvent.click(screen.getByRole('button', { name: 'Send Test: Pager' }));
    expect(await screen.findByText('Test message to Pager queued')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add Recipient' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add recipient' }));
    await userEvent.type(dialog.getByLabelText('Name'), 'IT');
    await userEvent.type(dialog.getByLabelText('Email address'), 'it');
    await userEvent.click(dialog.getByRole('button', { name: 'Add Recipient' }));
    expect(await dialog.findByText(/must be an email address/)).toBeTruthy();
    stub.on('POST /alerts/recipients', { body: { id: '019aa000-0000-7000-8000-0000000000b2' } });
    await userEvent.type(dialog.getByLabelText('Email address'), '@example.com');
    await userEvent.click(dialog.getByRole('button', { name: 'Add Recipient' }));
    expect(await screen.findByText('IT added')).toBeTruthy();
    expect(stub.calls('POST /alerts/recipients').map(({ body }) => body)).toEqual([
      { channel: 'email', name: 'IT', address: 'it@example.com', list: 'first' },
    ]);
  });

  it('are removed after a confirmation', async () => {
    await openSetUp();
    stub.on('DELETE /alerts/recipients/019aa000-0000-7000-8000-0000000000b1', { body: { removed: true } });
    await userEvent.click(screen.getByRole('button', { name: 'Remove: Pager' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Recipient' }));
    expect(await screen.findByText('Pager removed')).toBeTruthy();
  });

  it('have quiet hours, saved with what the user saw', async () => {
    await openSetUp();
    stub.on('PUT /alerts/settings', { body: { settings: { ...settings, quietHours: null } } });
    await userEvent.click(screen.getByRole('checkbox', { name: /Send no messages at night/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByText('Settings of alerts saved')).toBeTruthy();
    expect(stub.calls('PUT /alerts/settings').map(({ body }) => body)).toEqual([{ ...settings, quietHours: null, was: settings }]);
  });
});
