import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { CacheScreen } from './cache-screen.tsx';

let stub: StubApi;
const info = (change: object = {}) => ({
  body: { store: 'redis', available: true, entries: 2, bytes: 1_250_000, version: '7.0.15', mayClear: false, ...change },
});
const keys = (...names: string[]) => ({
  body: { keys: names.map((key) => ({ key, expiresInSeconds: 3_540 })), count: names.length, next_page: null },
});
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /admin/redis/info', info());
  stub.on('GET /admin/redis/keys', keys('plans:1', 'plans:2'));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const open = (): void => renderScreen(<CacheScreen />, { path: '/admin/redis', roles: Role.Admin });

it('shows what the cache is and holds, and deletes a key', async () => {
  stub.on('DELETE /admin/redis/plans:1', { body: { deleted: true } });
  open();
  expect(await screen.findByText(/Redis 7\.0\.15, shared by all servers, 2 keys, 1\.3 MB/)).toBeTruthy();
  expect(within((await screen.findByText('plans:1')).closest('tr')!).getByText('59 min')).toBeTruthy();
  stub.on('GET /admin/redis/keys', keys('plans:2'));
  await userEvent.click(screen.getByRole('button', { name: 'Delete plans:1' }));
  await waitFor(() => expect(screen.queryByText('plans:1')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Clear all Redis Data' })).toBeNull();
});

it('lets the one employee clear all of it, after a question', async () => {
  stub.on('GET /admin/redis/info', info({ mayClear: true }));
  stub.on('DELETE /admin/flushredis', { body: { cleared: 2 } });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Clear all Redis Data' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Clear' }));
  expect(await screen.findByText('2 keys cleared')).toBeTruthy();
});

it('searches, and says what is missing or away', async () => {
  stub.on('GET /admin/redis/info', info({ available: false, entries: 0, bytes: null, version: null }));
  open();
  expect(await screen.findByText(/Values are computed again in the meantime/)).toBeTruthy();
  stub.on('GET /admin/redis/keys', keys());
  await userEvent.type(screen.getByLabelText('Search keys'), 'sessions{Enter}');
  expect(await screen.findByText('No keys match')).toBeTruthy();
  expect(stub.calls('GET /admin/redis/keys').at(-1)?.query).toEqual({ search: 'sessions' });
  cleanup();
  stub.on('GET /admin/redis/info', { status: 503, body: stubError('busy', 'The database is busy') });
  open();
  expect(await screen.findByText('The database is busy')).toBeTruthy();
});
