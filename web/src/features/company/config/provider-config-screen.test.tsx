import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { ProviderConfigScreen } from './provider-config-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const config = (AllowManualEntry: boolean) => ({
  body: {
    publicKey: 'pk_test',
    apiVersion: '1',
    clientVersion: '2.0.891',
    configOptions: {
      AllowManualEntry,
      redeem: 'yes',
      dashboardUrl: '',
      dxtUrl: null,
      defaultWashTerminal: 'Washcashier1',
      terminals: [],
      tabletTerminals: [],
      carColors: [],
    },
  },
});

it('an option is saved as it is switched, and is shown as the server has it', async () => {
  const stub = stubApi();
  stub.on('GET /config', config(false));
  stub.on('POST /config/AllowManualEntry/true', { body: { option: 'AllowManualEntry', value: true } });
  renderScreen(<ProviderConfigScreen />, { path: '/admin/config', roles: Role.Admin });
  const option = await screen.findByRole('switch', { name: 'Cashiers can change the amount' });
  expect(option.getAttribute('aria-checked')).toBe('false');
  stub.on('GET /config', config(true));
  await userEvent.click(option);
  expect(await screen.findByText('Saved. Applies from the next charge.')).toBeTruthy();
  await waitFor(() => expect(option.getAttribute('aria-checked')).toBe('true'));
});

it('says that nothing was changed', async () => {
  const stub = stubApi();
  stub.on('GET /config', config(false));
  stub.on('POST /config/AllowManualEntry/true', { status: 503, body: stubError('database_unavailable', 'Try again in a moment') });
  renderScreen(<ProviderConfigScreen />, { path: '/admin/config', roles: Role.Admin });
  const option = await screen.findByRole('switch', { name: 'Cashiers can change the amount' });
  await userEvent.click(option);
  expect(await screen.findByText('Nothing was changed')).toBeTruthy();
  expect(option.getAttribute('aria-checked')).toBe('false');
});
