import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useScanner } from '../../../lib/scanner/use-scanner.ts';
import { stubApi, type StubApi } from '../../../testing/api.ts';
import { aRegister } from '../../../testing/device.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { stubSockets, type StubSocket } from '../../../testing/sockets.ts';
import { TerminalScans } from './terminal-scans.tsx';

const onScan = vi.fn<(code: string) => void>();
const flag = (value: boolean) => ({ body: [{ name: 'dxtrfid', description: '', value }] });

function Screen() {
  useScanner({ onScan, onWarning: () => undefined });
  return <TerminalScans />;
}

let api: StubApi;
let opened: StubSocket[];

describe('the scans of the register’s terminal', () => {
  beforeEach(() => {
    opened = stubSockets();
    api = stubApi();
    api.on('GET /config/flags', flag(true));
    api.on('GET /device/current', { body: { device: { ...aRegister, terminal: 'Washcashier2' } } });
    api.on('POST /live/ticket', { body: { ticket: 'ticket', expiresIn: 30 } });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.clearAllMocks();
  });

  it('arrive like those of a keyboard scanner', async () => {
    renderScreen(<Screen />, { path: '/redeemunlimited' });
    const socket = await vi.waitUntil(() => opened[0]);
    expect(api.calls('POST /live/ticket').map(({ body }) => body)).toEqual([{ topic: 'scans', filter: { terminal: 'Washcashier2' } }]);

    const scan = { type: 'scan', site: 12, scanner: 'scanner', terminal: 'Washcashier2', at: '2026-11-26T18:00:00.000Z' };
    act(() => socket.say({ type: 'ready' }));
    act(() => socket.say({ ...scan, code: '$R12345123456' }));
    act(() => socket.say({ ...scan, code: 'ABC1234-IL' }));
    expect(onScan.mock.calls).toEqual([['12345+123456'], ['ABC1234-IL']]);
  });

  it.each([
    ['with the flag off', () => api.on('GET /config/flags', flag(false))],
    ['at a browser without a terminal', () => api.on('GET /device/current', { body: { device: null } })],
  ])('are not asked for %s', async (_when, change) => {
    change();
    renderScreen(<Screen />, { path: '/redeemunlimited' });
    await waitFor(() => expect(api.calls('GET /device/current')).toHaveLength(1));
    await waitFor(() => expect(api.calls('GET /config/flags')).toHaveLength(1));
    expect(api.calls('POST /live/ticket')).toHaveLength(0);
  });
});
