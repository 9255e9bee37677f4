import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubApi, type StubApi } from '../../../../testing/api.ts';
import { renderScreen } from '../../../../testing/screen.tsx';
import { stubSockets, type StubSocket } from '../../../../testing/sockets.ts';
import { LaneLists } from './lane-lists.tsx';

const onLookUp = vi.fn();
const tag = (number: number) => `12345+${String(number).padStart(6, '0')}`;
const read = (number: number) => ({
  type: 'tag',
  site: 12,
  reader: 'rfid1',
  antenna: 2,
  lane: 1,
  tag: tag(number),
  at: '2026-11-21T18:00:00.000Z',
});
const tags = () => screen.getAllByRole('img', { name: /^Tag/ }).map((chip) => chip.textContent);

let api: StubApi;
let opened: StubSocket[];

async function listening(): Promise<StubSocket> {
  renderScreen(<LaneLists recent={[]} windowMs={300_000} open={null} undoable={[]} onUndo={() => undefined} onLookUp={onLookUp} />, {
    path: '/redeemunlimited',
  });
  const socket = await vi.waitUntil(() => opened[0]);
  act(() => socket.say({ type: 'ready' }));
  await userEvent.setup().click(screen.getByRole('tab', { name: 'RFID Tags Read' }));
  return socket;
}

describe('the tags read last', () => {
  beforeEach(() => {
    opened = stubSockets();
    api = stubApi();
    api.on('GET /config/flags', { body: [{ name: 'dxtrfid', description: '', value: true }] });
    api.on('POST /live/ticket', { body: { ticket: 'ticket', expiresIn: 30 } });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.clearAllMocks();
  });

  it('opens no socket with the flag off', async () => {
    api.on('GET /config/flags', { body: [] });
    renderScreen(<LaneLists recent={[]} windowMs={300_000} open={null} undoable={[]} onUndo={() => undefined} onLookUp={onLookUp} />, {
      path: '/redeemunlimited',
    });
    await waitFor(() => expect(api.calls('GET /config/flags')).toHaveLength(1));
    expect(api.calls('POST /live/ticket')).toHaveLength(0);
    expect(screen.queryByText('RFID Tags Read')).toBeNull();
  });

  it('asks for a ticket of its topic and lists what is read, with its place', async () => {
    const socket = await listening();
    act(() => socket.say(read(1)));
    expect(api.calls('POST /live/ticket')[0]?.body).toEqual({ topic: 'rfid' });
    const row = screen.getByRole('row', { name: /12345\+000001/ });
    expect(within(row).getByText('Lane 1 · antenna 2')).toBeTruthy();
  });

  it('keeps the last ten tags, one line each', async () => {
    const socket = await listening();
    act(() => [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 5].forEach((number) => socket.say(read(number))));
    expect(tags()).toEqual([5, 11, 10, 9, 8, 7, 6, 4, 3, 2].map(tag));
  });

  it('looks a tag up', async () => {
    const socket = await listening();
    act(() => socket.say(read(1)));
    await userEvent.setup().click(screen.getByRole('button', { name: 'Lookup 12345+000001' }));
    expect(onLookUp).toHaveBeenCalledExactlyOnceWith('12345+000001');
  });
});
