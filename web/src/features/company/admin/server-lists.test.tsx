import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Role } from '@washdesk/rules/company/roles';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { BlacklistScreen } from './blacklist-screen.tsx';
import { ClientMetricsScreen } from './client-metrics-screen.tsx';
import { ErrorListScreen } from './error-list-screen.tsx';

let stub: StubApi;
beforeEach(() => void (stub = stubApi()));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const asAdmin = { roles: Role.Admin };
const row = (words: string) => within(screen.getByText(words).closest('tr')!);

describe('the blacklist', () => {
  const list = (...ips: string[]) => ({ body: { blacklist: Object.fromEntries(ips.map((ip) => [ip, 1_790_000_000])), count: ips.length } });
  const open = async () => {
    renderScreen(<BlacklistScreen />, { path: '/admin/blacklist', ...asAdmin });
    return screen.findByRole('textbox', { name: 'Address or network' });
  };

  it('shows who is shut out, and lets them in again', async () => {
    stub.on('GET /config/blacklist', list('203.0.113.7'));
    stub.on('DELETE /config/blacklist/203.0.113.7', list());
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Unblock 203.0.113.7' }));
    expect(await screen.findByText('203.0.113.7 may come in again')).toBeTruthy();
  });

  it('shuts an address out; an empty one is ignored, and what is none is told at the field', async () => {
    stub.on('GET /config/blacklist', list());
    stub.on('POST /config/blacklist', list('203.0.113.7'));
    const field = await open();
    expect(await screen.findByText('No address is shut out')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Block Address' }));
    await userEvent.type(field, '203.0.113');
    await userEvent.click(screen.getByRole('button', { name: 'Block Address' }));
    expect(await screen.findByText('must be an IP address, or a network of /16 or /24, of IPv6 /32, /48 or /64')).toBeTruthy();
    expect(stub.calls('POST /config/blacklist')).toEqual([]);
    await userEvent.type(field, '.7{Enter}');
    expect(await screen.findByText('203.0.113.7 is shut out')).toBeTruthy();
    expect(stub.calls('POST /config/blacklist').map(({ body }) => body)).toEqual([{ ip: '203.0.113.7', confirmed: false }]);
  });

  it('asks again where a register works, and never shuts out the own address', async () => {
    stub.on('GET /config/blacklist', list());
    stub.on('POST /config/blacklist', { status: 409, body: stubError('address_in_use', 'Register 9 works from this address') });
    await userEvent.type(await open(), '203.0.113.7{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Shut out 203.0.113.7?' }));
    expect(dialog.getByText(/^Register 9 works from this address/)).toBeTruthy();
    stub.on('POST /config/blacklist', list('203.0.113.7'));
    await userEvent.click(dialog.getByRole('button', { name: 'Shut Out' }));
    expect(await screen.findByText('203.0.113.7 is shut out')).toBeTruthy();
    expect(stub.calls('POST /config/blacklist').at(-1)?.body).toEqual({ ip: '203.0.113.7', confirmed: true });
    const own = 'This is the address from which you work: you would be shut out yourself';
    stub.on('POST /config/blacklist', { status: 409, body: stubError('own_address', own) });
    await userEvent.type(screen.getByRole('textbox', { name: 'Address or network' }), '127.0.0.1{Enter}');
    expect(await screen.findByText(own)).toBeTruthy();
  });
});

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
    expect(await screen.findByText('The metrics were cleared')).toBeTruthy();
    expect(await screen.findByText('Nobody has asked anything since the metrics were cleared')).toBeTruthy();
  });
});

describe('the error list', () => {
  const error = {
    id: '1',
    at: '2026-11-20T12:00:00.000Z',
    source: 'server',
    message: 'out of luck',
    stack: 'Error: out of luck\n    at somewhere',
    path: '/api/redeem',
    who: 'Dana Whitfield',
    device: 'Register 1',
    requestId: '12345678-0000-4000-8000-000000000000',
  };

  it('shows what went wrong, with more behind each row', async () => {
    const reported = {
      ...error,
      id: '2',
      source: 'browser',
      message: 'x is undefined',
      who: null,
      device: null,
      requestId: null,
      stack: null,
    };
    stub.on('GET /admin/errors', { body: { data: [error, reported], count: 2 } });
    renderScreen(<ErrorListScreen />, { path: '/admin/errorlist', ...asAdmin });
    await screen.findByText('out of luck');
    expect(row('out of luck').getByText('Dana Whitfield, Register 1')).toBeTruthy();
    expect(row('out of luck').getByText('12345678')).toBeTruthy();
    expect(row('x is undefined').getByText('Nobody signed in')).toBeTruthy();
    await userEvent.click(row('out of luck').getByRole('button', { name: /expand/i }));
    expect(await screen.findByText(/at somewhere/)).toBeTruthy();
  });

  it('pages by 20, and clears what was seen after a question', async () => {
    const page = Array.from({ length: 20 }, (_, place) => ({ ...error, id: String(place) }));
    stub.on('GET /admin/errors', { body: { data: page, count: 45 } });
    stub.on('DELETE /admin/errors', { body: { cleared: 45 } });
    renderScreen(<ErrorListScreen />, { path: '/admin/errorlist', ...asAdmin });
    await userEvent.click(await screen.findByTitle('2'));
    expect(stub.calls('GET /admin/errors').at(-1)?.query).toEqual({ page: '2', pageSize: '20' });
    await userEvent.click(screen.getByTitle('1'));
    await userEvent.click(screen.getByRole('button', { name: 'Clear Errors' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Clear' }));
    expect(await screen.findByText('45 errors were cleared')).toBeTruthy();
    expect(stub.calls('DELETE /admin/errors')[0]?.query).toEqual({ until: error.at });
  });

  it('says that nothing went wrong, or that it could not be loaded', async () => {
    stub.on('GET /admin/errors', { body: { data: [], count: 0 } });
    renderScreen(<ErrorListScreen />, { path: '/admin/errorlist', ...asAdmin });
    expect(await screen.findByText('Nothing went wrong')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Clear Errors' }).disabled).toBe(true);
    cleanup();
    stub.on('GET /admin/errors', { status: 503, body: stubError('database_unavailable', 'Please try again in a moment') });
    renderScreen(<ErrorListScreen />, { path: '/admin/errorlist', ...asAdmin });
    expect(await screen.findByText('Please try again in a moment')).toBeTruthy();
    expect(screen.queryByText('Nothing went wrong')).toBeNull();
  });
});
