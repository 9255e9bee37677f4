import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LaneBoard, LaneCar } from '@washdesk/contracts/lane/board';
import { Role } from '@washdesk/rules/company/roles';
import { silentMs } from '../../../lib/live/ticket-socket.ts';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { stubSockets, type StubSocket } from '../../../testing/sockets.ts';
import { LaneBoardScreen } from './board-screen.tsx';

const minute = 60_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const idOf = (n: number): string => `019aa000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const car = (n: number, more: Partial<LaneCar> = {}): LaneCar => ({
  id: idOf(n),
  began: ago(n * 1_000),
  lane: 1,
  gate: 'north',
  code: '12345+123456',
  plate: 'ABC123-IL',
  customer: 'cus_1',
  name: 'Ada Moore',
  planName: 'Super Kiss',
  subscription: 'sub_1',
  outcome: 'shown',
  reason: 'The member is admitted',
  laneReason: 'admitted',
  admission: 'admitted',
  tiedLanes: [],
  decision: null,
  isWashed: false,
  ...more,
});
const gate = (host: string, lane: number, more: object = {}) => ({
  host,
  name: host,
  lane,
  health: 'online' as const,
  reason: null,
  relay: false,
  gateOpen: false,
  ...more,
});
const boardOf = (cars: LaneCar[], more: Partial<LaneBoard> = {}): LaneBoard => ({
  site: 12,
  at: new Date().toISOString(),
  silentSince: null,
  lanes: [1, 2],
  gates: [gate('north', 1), gate('south', 2)],
  cars,
  ...more,
});

let api: StubApi;
let sockets: StubSocket[];
let user: UserEvent;

beforeEach(() => {
  api = stubApi();
  sockets = stubSockets();
  user = userEvent.setup();
  api.on('POST /live/ticket', { body: { ticket: 'ticket', expiresIn: 30 } });
  api.on('GET /config/flags', { body: [{ name: 'gatecontrol', description: 'Gates', value: true }] });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (board: LaneBoard) => api.on('GET /lane/board', { body: board });

async function open(board: LaneBoard, roles: number = Role.Cashier): Promise<void> {
  show(board);
  renderScreen(<LaneBoardScreen />, { path: '/lanes', roles });
  await screen.findByRole('heading', { name: 'Lanes' });
  await waitFor(() => expect(sockets).toHaveLength(1));
  act(() => sockets[0]?.say({ type: 'ready' }));
  await screen.findByText('Live');
}
const lane = (n: number) => within(screen.getByRole('region', { name: `Lane ${n}` }));
const openedWith = (host: string) => api.calls(`POST /gate/${host}/open`).map(({ body }) => body);

describe('the lane board', () => {
  it('shows each lane with its gate, the newest car with the decision, and the cars before', async () => {
    const refused = car(5, {
      lane: 2,
      plate: 'XYZ789-IN',
      outcome: 'not-opened',
      laneReason: 'ended',
      reason: 'The member’s plan has ended',
    });
    await open(boardOf([car(3), refused, car(60, { plate: 'OLD111-IL' })]));
    expect(lane(1).getByText('Ada Moore')).toBeTruthy();
    expect(lane(1).getByText('Closed')).toBeTruthy();
    expect(lane(1).getByRole('img', { name: 'Plate ABC123-IL' })).toBeTruthy();
    expect(lane(1).getAllByText('May wash')).toHaveLength(2);
    expect(lane(2).getByText(/plan has ended/)).toBeTruthy();
    await user.click(lane(1).getByRole('button', { name: /OLD111-IL/ }));
    expect(lane(1).getByRole('img', { name: 'Plate OLD111-IL' })).toBeTruthy();
    show(boardOf([car(1, { id: idOf(99), plate: 'NEW222-IL' }), car(3)]));
    act(() => sockets[0]?.say({ type: 'changed', site: 12 }));
    expect(await lane(1).findByRole('img', { name: 'Plate NEW222-IL' })).toBeTruthy();
    act(() => sockets[0]?.say({ type: 'gate', site: 12, host: 'north', relay: true, gateOpen: true }));
    expect(await lane(1).findByText('Open')).toBeTruthy();
  });

  it('opens a gate with a reason, for the member in front of it', async () => {
    api.on('POST /gate/north/open', { body: { result: 'opened', message: 'north is open', repeated: false, at: null } });
    await open(boardOf([car(3)]));
    await user.click(lane(1).getByRole('button', { name: 'Open Gate' }));
    await user.click(lane(1).getByRole('button', { name: 'Gate didn’t open' }));
    expect(await lane(1).findByText('north is open')).toBeTruthy();
    expect(openedWith('north')).toMatchObject([{ reason: 'Gate didn’t open', customer: 'cus_1' }]);
  });

  it('leads to the trace of a car and of a gate, for those who may see it', async () => {
    await open(boardOf([car(3)]), Role.SalesManager);
    const addressOf = (name: string) => lane(1).getByRole('link', { name }).getAttribute('href');
    expect(addressOf('Why? ABC123-IL')).toBe(`/admin/traces?site=12&id=${idOf(3)}`);
    expect(addressOf('Why? Openings of north')).toBe('/admin/traces?site=12&gate=north');
  });

  it('offers the collection to a member with a payment due', async () => {
    await open(boardOf([car(3, { admission: 'payment-due', laneReason: 'payment-due', outcome: 'opened' })]));
    expect(lane(1).getByText('Payment due')).toBeTruthy();
    expect(lane(1).getByRole('link', { name: 'New Card' }).getAttribute('href')).toBe('/customers/cus_1');
    await user.click(lane(1).getByRole('button', { name: 'Collect Payment' }));
    expect(await screen.findByRole('dialog', { name: 'Pay Open Invoices' })).toBeTruthy();
  });
});

describe('a read that waits', () => {
  const plate = car(4, { code: 'CAM123-IL', plate: 'CAM123-IL', outcome: 'suggested', laneReason: null, reason: 'Its score is below 0.9' });
  const redeemed = (more: object = {}) => ({
    body: {
      found: true,
      active: true,
      hasAccess: true,
      expires: null,
      priceIncrease: false,
      scheduleId: null,
      PlanName: 'Super Kiss',
      id: 'cus_1',
      type: 'plate',
      status: 'active',
      name: 'Ada Moore',
      usageId: idOf(500),
      redeemed: ago(0),
      ...more,
    },
  });
  const decided = (kind: string, to: number | null) => ({ body: { kind, lane: to, at: ago(0), by: 'Sam' } });
  const decisions = (n: number) => api.calls(`POST /lane/reads/${idOf(n)}/decision`).map(({ body }) => body);

  beforeEach(() => {
    for (const host of ['north', 'south'])
      api.on(`POST /gate/${host}/open`, { body: { result: 'opened', message: `${host} is open`, repeated: false, at: null } });
  });

  it('is let in by one touch: the wash, the decision, the gate', async () => {
    api.on('GET /dxt/CAM123-IL', redeemed());
    api.on(`POST /lane/reads/${idOf(4)}/decision`, decided('admitted', 1));
    await open(boardOf([plate]));
    await user.click(screen.getByRole('button', { name: 'Let In · Lane 1' }));
    expect(await lane(1).findByText('north is open')).toBeTruthy();
    expect(api.calls('GET /dxt/CAM123-IL').map(({ query, headers }) => [query['redeem'], headers.has('idempotency-key')])).toEqual([
      ['yes', true],
    ]);
    expect(decisions(4)).toEqual([{ kind: 'admitted', lane: 1 }]);
    expect(openedWith('north')).toMatchObject([{ customer: 'cus_1' }]);
  });

  it('opens nothing without an active plan, after another person, or without a response', async () => {
    api.on('GET /dxt/CAM123-IL', redeemed({ active: false, usageId: null }));
    await open(boardOf([plate]));
    const press = () => user.click(screen.getByRole('button', { name: 'Let In · Lane 1' }));
    await press();
    expect(await lane(1).findByText('No Active Plan Found in Stripe')).toBeTruthy();
    api.on('GET /dxt/CAM123-IL', 'lost');
    await press();
    expect(await lane(1).findByText('No response. Try again.')).toBeTruthy();
    api.on('GET /dxt/CAM123-IL', redeemed());
    api.on(`POST /lane/reads/${idOf(4)}/decision`, {
      status: 409,
      body: stubError('read_decided', 'Bo has decided about this car already'),
    });
    await press();
    expect(await lane(1).findByText('Bo has decided about this car already')).toBeTruthy();
    const keys = api.calls('GET /dxt/CAM123-IL').map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[1]).toBe(keys[2]);
    expect(openedWith('north')).toEqual([]);
  });

  it('with an ambiguous tag offers both lanes, and can be dismissed', async () => {
    const tied: Partial<LaneCar> = { code: '54321+654321', plate: null, outcome: 'ignored', tiedLanes: [1, 2], laneReason: null };
    api.on(`POST /lane/reads/${idOf(6)}/decision`, decided('dismissed', null));
    await open(boardOf([car(6, tied), car(7, { ...tied, lane: 2 })]));
    expect(screen.getAllByRole('button', { name: /^Let In · Lane/ }).map(({ textContent }) => textContent)).toEqual([
      'Let In · Lane 1',
      'Let In · Lane 2',
    ]);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(decisions(6)).toEqual([{ kind: 'dismissed' }]));
  });

  it('of an unknown plate offers the members with a similar one', async () => {
    api.on('GET /dxt/CAM123-IL/similar', { body: { codes: [{ code: 'CAMI23-IL', customer: 'cus_2', active: true }] } });
    await open(boardOf([{ ...plate, admission: 'not-found', customer: null, name: null }]));
    expect(await screen.findByRole('button', { name: 'Let In · Lane 1 as CAMI23-IL' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Let In · Lane 1' })).toBeNull();
  });

  it('in the wrong lane is moved: its gate opens, and a wash that its read recorded counts', async () => {
    api.on('GET /dxt/12345+123456', redeemed({ error: 'Customer Already Redeemed' }));
    api.on(`POST /lane/reads/${idOf(3)}/decision`, decided('moved', 2));
    await open(boardOf([car(3, { outcome: 'opened' })]));
    await user.click(lane(1).getByRole('button', { name: 'Wrong Lane' }));
    await user.click(lane(1).getByRole('button', { name: 'Lane 2' }));
    expect(await lane(2).findByText('south is open')).toBeTruthy();
    expect(decisions(3)).toEqual([{ kind: 'moved', lane: 2 }]);
    expect(openedWith('south')).toMatchObject([{ reason: 'Read in lane 1, stands in lane 2', customer: 'cus_1' }]);
    expect(openedWith('north')).toEqual([]);
  });
});

describe('a board that is not live', () => {
  const gateState = () => lane(1).getByRole('group', { name: 'Gate north' }).textContent;

  it('says since when, shows no gate as it was, and reads everything again after it is back', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await open(boardOf([car(3)]));
    expect(gateState()).toContain('Closed');
    await act(() => vi.advanceTimersByTimeAsync(silentMs + minute));
    expect(screen.getByText(/Not live since .* Reconnecting/)).toBeTruthy();
    expect(gateState()).toContain('Unknown');
    expect(lane(1).getByRole('button', { name: 'Let In' })).toHaveProperty('disabled', true);
    expect(lane(1).getByRole('button', { name: 'Open Gate' })).toHaveProperty('disabled', false);
    expect(sockets.length).toBeGreaterThan(3);
    show(boardOf([car(1, { plate: 'NEW222-IL' })], { gates: [gate('north', 1, { gateOpen: true })] }));
    act(() => sockets.at(-1)?.say({ type: 'ready' }));
    await waitFor(() => expect(screen.getByText('Live')).toBeTruthy());
    expect(gateState()).toContain('Open');
    expect(lane(1).getByRole('img', { name: 'Plate NEW222-IL' })).toBeTruthy();
  });

  it('knows after the sleep of the device that it missed messages', async () => {
    await open(boardOf([car(3)]));
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + minute);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(screen.getByText(/Not live since/)).toBeTruthy();
    vi.restoreAllMocks();
    await waitFor(() => expect(sockets).toHaveLength(2));
    act(() => sockets[1]?.say({ type: 'ready' }));
    expect(await screen.findByText('Live')).toBeTruthy();
  });

  it('says that the site is silent though the cloud responds', async () => {
    show(boardOf([car(3)], { silentSince: ago(minute) }));
    renderScreen(<LaneBoardScreen />, { path: '/lanes', roles: Role.Cashier });
    await waitFor(() => expect(sockets).toHaveLength(1));
    act(() => sockets[0]?.say({ type: 'ready' }));
    expect(await screen.findByText(/Site not connected since/)).toBeTruthy();
    expect(gateState()).toContain('Unknown');
  });

  it('that could not be loaded offers another try', async () => {
    api.on('GET /lane/board', { status: 503, body: stubError('database_unavailable', 'Try again') });
    renderScreen(<LaneBoardScreen />, { path: '/lanes', roles: Role.Cashier });
    expect(await screen.findByText('Couldn’t load the lanes')).toBeTruthy();
  });
});
