import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubApi, stubError, type StubApi } from '../../../../testing/api.ts';
import { renderScreen } from '../../../../testing/screen.tsx';
import { GatesCard } from './gates-card.tsx';

const gate = (host: string, name: string) => ({ host, name, lane: 1, health: 'online', reason: null });
const flag = (value: boolean) => ({ body: [{ name: 'gatecontrol', description: 'Gates', value }] });
const answer = (result: string, repeated = false) => ({ body: { result, message: `It was ${result}`, repeated, at: null } });
const openLane1 = 'POST /gate/lane1/open';
const checkLane1 = 'POST /gate/lane1/check';

/** The connection to the gates is not under test: it stays silent. */
class SilentSocket extends EventTarget {
  close(): void {
    this.dispatchEvent(new Event('close'));
  }
}

/** A live socket of a gate whose arm is down. */
class ClosedGateSocket extends SilentSocket {
  constructor() {
    super();
    setTimeout(() => this.dispatchEvent(new Event('open')));
  }
  send(): void {
    for (const message of [{ type: 'ready' }, closed]) this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}
const closed = {
  type: 'gate',
  site: 12,
  host: 'lane1',
  relay: false,
  gateOpen: false,
  presence: null,
  merge: null,
  at: '2026-11-22T18:00:00.000Z',
};

let api: StubApi;
let user: UserEvent;
const show = (customer: string | null = null) => renderScreen(<GatesCard customer={customer} />, { path: '/redeemunlimited' });
const commandIds = () => api.calls(openLane1).map((call) => (call.body as { commandId: string }).commandId);

describe('GatesCard', () => {
  beforeEach(() => {
    vi.stubGlobal('WebSocket', SilentSocket);
    api = stubApi();
    user = userEvent.setup();
    api.on('GET /config/flags', flag(true));
    api.on('GET /dxt/hosts', { body: { hosts: [gate('lane1', 'Lane 1'), gate('lane2', 'Lane 2')], readers: [] } });
    api.on('POST /live/ticket', { body: { ticket: 'ticket', expiresIn: 30 } });
  });
  afterEach(() => {
    cleanup();
    sessionStorage.clear();
    vi.unstubAllGlobals();
  });

  it('shows nothing and asks for no gates with the flag off', async () => {
    api.on('GET /config/flags', flag(false));
    show();
    await waitFor(() => expect(api.calls('GET /config/flags')).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Gates' })).toBeNull();
    expect(api.calls('GET /dxt/hosts')).toHaveLength(0);
  });

  it('opens a gate by its button or its key, every press a command of its own', async () => {
    api.on(openLane1, answer('opened'));
    show();
    await user.click(await screen.findByRole('button', { name: /Open Gate · Lane 1/ }));
    expect(await screen.findByText('It was opened')).toBeTruthy();
    const ages = api.calls(openLane1).map(({ body }) => Date.now() - Date.parse((body as { pressedAt: string }).pressedAt));
    expect(ages.map((age) => Math.abs(age) < 60_000)).toEqual([true]);
    await user.keyboard('{F8}');
    await waitFor(() => expect(new Set(commandIds()).size).toBe(2));
    expect(api.calls('POST /gate/lane2/open')).toHaveLength(0);
  });

  it('says for whom a gate is opened while the result of a member shows', async () => {
    api.on(openLane1, answer('opened'));
    show('cus_1');
    await user.click(await screen.findByRole('button', { name: /Open Gate · Lane 1/ }));
    expect(await screen.findByText('It was opened')).toBeTruthy();
    expect(api.calls(openLane1).map(({ body }) => body)).toMatchObject([{ customer: 'cus_1' }]);
  });

  it('checks an unknown outcome with the same command, over a reload too', async () => {
    api.on(openLane1, 'lost');
    show();
    await user.click(await screen.findByRole('button', { name: /Open Gate · Lane 1/ }));
    expect(await screen.findByRole('button', { name: /Check · Lane 1/ })).toBeTruthy();
    cleanup();
    show();
    api.on(checkLane1, answer('opened', true));
    await user.click(await screen.findByRole('button', { name: /Check · Lane 1/ }));
    expect(await screen.findByText('It was opened')).toBeTruthy();
    expect(commandIds()).toHaveLength(1);
    expect(api.calls(checkLane1).map(({ body }) => body)).toEqual([{ commandId: commandIds()[0] }]);
    expect(await screen.findByRole('button', { name: /Open Gate · Lane 1/ })).toBeTruthy();
  });

  it('keeps Check where the check itself is turned down, and opens a gate that did not open by a press of its own', async () => {
    api.on(openLane1, 'lost');
    show();
    await user.click(await screen.findByRole('button', { name: /Open Gate · Lane 1/ }));
    api.on(checkLane1, { status: 403, body: stubError('forbidden', 'Not at this site') });
    await user.click(await screen.findByRole('button', { name: /Check · Lane 1/ }));
    expect(await screen.findByText('Not at this site')).toBeTruthy();
    api.on(checkLane1, answer('expired'));
    await user.keyboard('{F8}');
    expect(await screen.findByText('It was expired')).toBeTruthy();
    expect(commandIds()).toHaveLength(1);
    api.on(openLane1, answer('opened'));
    await user.click(await screen.findByRole('button', { name: /Open Gate · Lane 1/ }));
    expect(await screen.findByText('It was opened')).toBeTruthy();
    expect(new Set(commandIds()).size).toBe(2);
  });

  it('says within 3 s, in words, that a gate does not answer, and shows open and closed never at once', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    api.on('GET /dxt/hosts', { body: { hosts: [gate('lane1', 'north')], readers: [] } });
    api.on(openLane1, () => new Promise(() => undefined));
    show();
    await user.click(await screen.findByRole('button', { name: /Open Gate · north/ }));
    await act(() => vi.advanceTimersByTimeAsync(2_900));
    expect(screen.getByRole('status').textContent).toBe('Gate north isn’t responding. Check the lane');
    vi.useRealTimers();
  });

  it('names no address of a gate that is away', async () => {
    const away = { ...gate('lane1', 'north'), health: 'offline', reason: 'connect ECONNREFUSED 10.0.0.7:502' };
    api.on('GET /dxt/hosts', { body: { hosts: [away], readers: [] } });
    show();
    expect((await screen.findByRole('status')).textContent).toBe('Gate north isn’t responding');
    expect(document.body.innerHTML).not.toContain('10.0.0.7');
  });

  it.each([
    [
      'whose board does not answer, beside what is wrong at its site',
      'offline',
      'connect ECONNREFUSED 10.0.0.7:502. The site computer’s disk is full',
      'Gate north isn’t responding',
    ],
    ['whose site is away', 'unknown', 'The agent of this site is offline', 'Gate north isn’t responding'],
    ['whose relay stays on', 'degraded', 'the relay stays on', 'Closed. The relay stays on'],
    ['whose disk is full', 'degraded', 'The site computer’s disk is full', 'Closed. The site computer’s disk is full'],
    ['that is well', 'online', null, 'Closed'],
  ])('says of a gate %s what a cashier must know', async (_which, health, reason, words) => {
    vi.stubGlobal('WebSocket', ClosedGateSocket);
    api.on('GET /dxt/hosts', { body: { hosts: [{ ...gate('lane1', 'north'), health, reason }], readers: [] } });
    show();
    const line = await screen.findByRole('status');
    await waitFor(() => expect(line.textContent).toBe(words));
  });

  it('shows that the first press is unknown, and that the next press is a new one, if the journal cannot tell', async () => {
    api.on(openLane1, 'lost');
    show();
    await user.click(await screen.findByRole('button', { name: /Open Gate · Lane 1/ }));
    const message = `Lane 1 may have opened before; nothing was done now: The site no longer knows what it did. Look at the lane before you open it`;
    api.on(checkLane1, { body: { result: 'duplicate', message, repeated: false, at: null } });
    await user.click(await screen.findByRole('button', { name: /Check · Lane 1/ }));
    expect(await screen.findByText(message)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /Open Gate · Lane 1/ }));
    await waitFor(() => expect(new Set(commandIds()).size).toBe(2));
  });

  it('says why the API turned a request down, and the next press is a new command', async () => {
    api.on(openLane1, { status: 403, body: stubError('forbidden', 'Not at this site') });
    show();
    await user.click(await screen.findByRole('button', { name: /Open Gate · Lane 1/ }));
    expect(await screen.findByText('Not at this site')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /Open Gate · Lane 1/ }));
    await waitFor(() => expect(new Set(commandIds()).size).toBe(2));
  });
});
