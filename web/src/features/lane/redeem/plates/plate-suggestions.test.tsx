import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubApi, stubError, type StubApi } from '../../../../testing/api.ts';
import { renderScreen } from '../../../../testing/screen.tsx';
import { stubSockets, type StubSocket } from '../../../../testing/sockets.ts';
import { RedeemScreen } from '../redeem-screen.tsx';

let api: StubApi;
let opened: StubSocket[];
let user: UserEvent;
let cars = 0;

const box = () => screen.getByLabelText<HTMLInputElement>('Plate or tag');
const seen = () =>
  within(screen.getByRole('list', { name: 'Seen by cameras' }))
    .queryAllByRole('listitem')
    .map((item) => within(item).queryByRole('button')?.getAttribute('aria-label') ?? item.textContent);
const lookups = () => api.calls('GET /dxt/WASH123-IL').length;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function see(read: object): Promise<void> {
  const socket = await vi.waitUntil(() => opened[0]);
  cars += 1;
  const at = new Date(Date.UTC(2026, 10, 21) + cars).toISOString();
  const message = { type: 'plate', site: 12, camera: 'cam1', car: String(cars), lane: 1, plate: 'WASH123-IL', score: 0.95, sure: true, at };
  act(() => socket.say({ ...message, ...read }));
  await pass(0);
}

beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  opened = stubSockets();
  api = stubApi();
  api.on('GET /config/flags', { body: [{ name: 'platecameras', description: '', value: true }] });
  api.on('POST /live/ticket', { body: { ticket: 'ticket', expiresIn: 30 } });
  api.on('GET /device/current', { body: { device: null } });
  api.on('GET /dxt/recent', { body: { usages: [], count: 0, next_page: null, windowMs: 300_000 } });
  api.on('GET /dxt/WASH123-IL', { status: 404, body: stubError('customer_not_found', 'Nobody') });
  api.on('GET /dxt/WASH123-IL/similar', { body: { codes: [] } });
  user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  renderScreen(<RedeemScreen />, { path: '/redeemunlimited' });
  const socket = await vi.waitUntil(() => opened[0]);
  act(() => socket.say({ type: 'ready' }));
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a sure plate', () => {
  it('is in the empty box, where Enter looks it up', async () => {
    await see({});
    expect(box().value).toBe('WASH123-IL');
    expect(lookups()).toBe(0);
    await pass(500);
    await user.type(box(), '{Enter}', { skipClick: true });
    await vi.waitUntil(() => lookups() === 1);
    expect(seen()).toEqual([]);
  });

  it('does not take an Enter that was meant for the empty box', async () => {
    await see({});
    await user.type(box(), '{Enter}', { skipClick: true });
    await pass(1_000);
    expect(lookups()).toBe(0);
  });

  it('is replaced by the next key', async () => {
    await see({});
    await user.keyboard('x');
    expect(box().value).toBe('x');
  });

  it('does not replace what is being typed, and waits for the empty box', async () => {
    await user.type(box(), 'ABC');
    await see({});
    expect(box().value).toBe('ABC');
    await user.clear(box());
    expect(box().value).toBe('WASH123-IL');
  });

  it('is offered once: a cleared one does not come back', async () => {
    await see({});
    await user.clear(box());
    await see({ car: 'other', plate: 'NEXT1-IL', sure: false });
    expect(box().value).toBe('');
  });

  it('is gone after a minute', async () => {
    await see({});
    await pass(60_000);
    expect(box().value).toBe('');
    expect(seen()).toEqual([]);
  });
});

describe('a plate that is not sure', () => {
  it('is beside the box, and a press looks it up', async () => {
    await see({ score: 0.712, sure: false });
    expect(box().value).toBe('');
    await user.click(screen.getByRole('button', { name: 'Lookup WASH123-IL, Lane 1 · 71%' }));
    await vi.waitUntil(() => lookups() === 1);
  });

  it('goes into the box if it has no state', async () => {
    await see({ plate: 'WASH123', score: 0.7, sure: false });
    await user.click(screen.getByRole('button', { name: /Lookup WASH123/ }));
    expect(box().value).toBe('WASH123');
    expect(lookups()).toBe(0);
  });

  it('gives way to a later plate of its car', async () => {
    await see({ car: '7', plate: 'WASH1Z3-IL', score: 0.7, sure: false });
    await see({ car: '7', plate: 'WASH123-IL', score: 0.8, sure: false });
    expect(seen()).toEqual(['Lookup WASH123-IL, Lane 1 · 80%']);
  });

  it('is one car if two cameras see it, and one of the last three', async () => {
    for (const plate of ['A1-IL', 'B2-IL', 'C3-IL', 'D4-IL']) await see({ plate, sure: false });
    await see({ camera: 'cam2', plate: 'D4-IL', sure: false });
    expect(seen().map((label) => label?.slice(7, 12))).toEqual(['D4-IL', 'C3-IL', 'B2-IL']);
  });
});

it('a car without a legible plate is named by its lane', async () => {
  await see({ plate: null, lane: 2, sure: false });
  expect(seen()).toEqual(['Lane 2: not legible']);
});
