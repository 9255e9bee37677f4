import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { downloadedCsv } from '../../../testing/files.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { BlacklistScreen } from './blacklist-screen.tsx';

let stub: StubApi;
beforeEach(() => void (stub = stubApi()));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const asAdmin = { roles: Role.Admin };

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
    expect(await screen.findByText('203.0.113.7 unblocked')).toBeTruthy();
  });

  it('has a file with dates', async () => {
    stub.on('GET /config/blacklist', list('203.0.113.7'));
    await open();
    expect(await downloadedCsv()).toEqual([
      'Address,Blocked since',
      expect.stringMatching(/^203\.0\.113\.7,09\/21\/2026 \d+:\d\d [AP]M \S+$/),
    ]);
  });

  it('shuts an address out; an empty one is ignored, and what is none is told at the field', async () => {
    stub.on('GET /config/blacklist', list());
    stub.on('POST /config/blacklist', list('203.0.113.7'));
    const field = await open();
    expect(await screen.findByText('No blocked addresses')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Block Address' }));
    await userEvent.type(field, '203.0.113');
    await userEvent.click(screen.getByRole('button', { name: 'Block Address' }));
    expect(await screen.findByText(/must be an IP address, or a network of \/16 or \/24, of IPv6 \/32, \/48 or \/64$/)).toBeTruthy();
    expect(stub.calls('POST /config/blacklist')).toEqual([]);
    await userEvent.type(field, '.7{Enter}');
    expect(await screen.findByText('203.0.113.7 blocked')).toBeTruthy();
    expect(stub.calls('POST /config/blacklist').map(({ body }) => body)).toEqual([{ ip: '203.0.113.7', confirmed: false }]);
  });

  it('asks again where a register works, and never blocks the user’s own address', async () => {
    stub.on('GET /config/blacklist', list());
    stub.on('POST /config/blacklist', { status: 409, body: stubError('address_in_use', 'Register 9 works from this address') });
    await userEvent.type(await open(), '203.0.113.7{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Block 203.0.113.7?' }));
    expect(dialog.getByText(/^Register 9 works from this address/)).toBeTruthy();
    stub.on('POST /config/blacklist', list('203.0.113.7'));
    await userEvent.click(dialog.getByRole('button', { name: 'Block' }));
    expect(await screen.findByText('203.0.113.7 blocked')).toBeTruthy();
    expect(stub.calls('POST /config/blacklist').at(-1)?.body).toEqual({ ip: '203.0.113.7', confirmed: true });
    const own = 'This is your own address. Blocking it would lock you out';
    stub.on('POST /config/blacklist', { status: 409, body: stubError('own_address', own) });
    await userEvent.type(screen.getByRole('textbox', { name: 'Address or network' }), '127.0.0.1{Enter}');
    expect(await screen.findByText(own)).toBeTruthy();
  });
});
