import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serverNow, serverTimeReader } from './server-clock.ts';

const minute = 60_000;
const server = Date.parse('2026-11-21T18:00:00.000Z');

beforeEach(() => {
  vi.useFakeTimers({ now: server - 180 * minute });
  serverTimeReader()(new Date(server).toISOString());
});
afterEach(() => vi.useRealTimers());

it('is the server’s, however wrong the browser’s clock is', () => {
  expect(serverNow().getTime()).toBe(server);
  vi.advanceTimersByTime(5 * minute);
  expect(serverNow().getTime()).toBe(server + 5 * minute);
});

it('does not move with the browser’s clock', () => {
  vi.setSystemTime(server + 600 * minute);
  expect(serverNow().getTime()).toBe(server);
});

it('does not jump with slow responses, which are possible at the known time', () => {
  const read = serverTimeReader();
  vi.advanceTimersByTime(10_000);
  read(new Date(server + 4_000).toISOString());
  expect(serverNow().getTime()).toBe(server + 10_000);
});

it('follows the server’s clock', () => {
  serverTimeReader()(new Date(server + 2 * minute).toISOString());
  expect(serverNow().getTime()).toBe(server + 2 * minute);
});

it.each([null, '', 'yesterday'])('ignores a response with the time %j', (time) => {
  serverTimeReader()(time);
  expect(serverNow().getTime()).toBe(server);
});
