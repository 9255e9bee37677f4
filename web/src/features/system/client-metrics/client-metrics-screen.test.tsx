import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { ClientMetricsScreen } from './client-metrics-screen.tsx';

let stub: StubApi;
beforeEach(() => void (stub = stubApi()));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const asAdmin = { roles: Role.Admin };
const row = (words: string) => within(screen.getByText(words).closest('tr')!);

describe('client metrics', () => {
  const client = { ip: '203.0.113.7', useragent: 'Till/1.0', lastaccess: '2026-11-20T12:00:00.000Z', average: 1_234, name: 'Register 1' };

  it('show who asked and how quickly they were answered, and are cleared after a question', async () => {
    stub.on('GET /admin/clientmetrics', { body: { clients: [client], count: 1 } });
    stub.on('DELETE /admin/clientmetrics', { body: { cleared: 1 } });
    renderScreen(<ClientMetricsScreen />, { path: '/admin/clientmetrics', ...asAdmin });
    expect(await screen.findByText('1,234 ms')).toBeTruthy();
    expect(row('Till/1.0').getByText('Register 1')).toBeTruthy();
    stub.on('GET /admin/clientmetrics', { body: { clients: [], count: 0 } });
    await userEvent.click(screen.getByRole('button', { name: 'Clear Metrics' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Clear' }));
    expect(await screen.findByText('Client metrics cleared')).toBeTruthy();
    expect(await screen.findByText('No requests since the metrics were cleared')).toBeTruthy();
  });
});
