import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { FlagsScreen } from './flags-screen.tsx';

let stub: StubApi;
const flags = (...on: string[]) =>
  ['gatecontrol', 'dxtrfid'].map((name) => ({ name, description: `About ${name}`, value: on.includes(name) }));
const isOn = (name: string) => screen.getByRole('switch', { name: `About ${name}` }).getAttribute('aria-checked') === 'true';

beforeEach(async () => {
  stub = stubApi();
  stub.on('GET /config/flags', { body: flags('gatecontrol') });
  renderScreen(<FlagsScreen />, { path: '/admin/flags', roles: Role.Admin });
  await userEvent.click(await screen.findByRole('switch', { name: 'About dxtrfid' }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('saves all flags with what each was', async () => {
  stub.on('PUT /config/flags', { body: flags('gatecontrol', 'dxtrfid') });
  stub.on('GET /config/flags', { body: flags('gatecontrol', 'dxtrfid') });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(stub.calls('PUT /config/flags')[0]?.body).toEqual(
    flags('gatecontrol', 'dxtrfid').map((flag) => ({ ...flag, was: flag.name === 'gatecontrol' })),
  );
});

it('shows what another user switched meanwhile, and keeps what was switched here', async () => {
  const message = 'Someone else changed flags: gatecontrol. Check them and save again.';
  stub.on('PUT /config/flags', { status: 409, body: stubError('changed_meanwhile', message) });
  stub.on('GET /config/flags', { body: flags() });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(message)).toBeTruthy();
  await waitFor(() => expect([isOn('gatecontrol'), isOn('dxtrfid')]).toEqual([false, true]));
});
