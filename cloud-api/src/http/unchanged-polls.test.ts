import type { IncomingHttpHeaders } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { EnrolledDevice } from '../common/caller.ts';
import { rateLimiter } from '../common/rate-limit.ts';
import { startServer } from './server.ts';
import { unchangedPolls, type PolledList } from './unchanged-polls.ts';

const tablet: EnrolledDevice = { id: 'd1', kind: 'tablet', name: 'Tablet 1', site: 12, terminal: null };
const poll = { cookie: '__Host-washdesk_device=good', 'if-none-match': '"v1"' };

/** Starts a server whose middleware responds 200 to all that it gets. */
async function startPolls({ isUnchanged, blocked = false }: { isUnchanged?: PolledList['isUnchanged']; blocked?: boolean } = {}) {
  const answered = vi.fn<() => void>();
  const listener = unchangedPolls(
    {
      lists: [{ path: '/signature', isUnchanged: isUnchanged ?? (async (_device, query, version) => query === '' && version === 'v1') }],
      callers: {
        deviceOf: async (secret) =>
          secret === 'bad' ? null : { device: { ...tablet, id: secret }, nextSecret: secret === 'old' ? 'good' : null },
      },
      limit: rateLimiter(3, 60),
      isBlocked: () => blocked,
      answered,
      secureCookies: true,
      proxies: 0,
      apiVersion: '1.2.3',
      now: () => new Date('2026-03-09T15:00:00Z'),
    },
    (_request, response) => void response.end('middleware'),
  );
  const server = await startServer(listener, '127.0.0.1', 0);
  onTestFinished(() => server.stop(0));
  const send = async (headers: Partial<IncomingHttpHeaders>, { path = '/api/signature', method = 'GET' } = {}) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers: headers as Record<string, string> });
  return { send, answered };
}

it('responds 304 to the poll of a device that has the current list, and counts it', async () => {
  const { send, answered } = await startPolls();

  const response = await send({ ...poll, cookie: `theme=dark; ${poll.cookie}` });

  expect(response.status).toBe(304);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    etag: '"v1"',
    'cache-control': 'no-store',
    'x-api-version': '1.2.3',
    'x-server-time': '2026-03-09T15:00:00.000Z',
  });
  expect(answered).toHaveBeenCalledOnce();
});

it.each<[string, Partial<IncomingHttpHeaders>, { path?: string; method?: string }?]>([
  ['another version', { ...poll, 'if-none-match': '"v0"' }],
  ['no version', { cookie: poll.cookie }],
  ['several versions', { ...poll, 'if-none-match': '"v1", "v2"' }],
  ['an unknown device', { ...poll, cookie: '__Host-washdesk_device=bad' }],
  ['a cookie whose secret must be replaced', { ...poll, cookie: '__Host-washdesk_device=old' }],
  ['a cookie of another name', { ...poll, cookie: 'x__Host-washdesk_device=good; washdesk_device=good' }],
  ['a signed-in caller', { ...poll, authorization: 'Bearer x' }],
  ['a page of another origin', { ...poll, origin: 'https://elsewhere.example' }],
  ['a query that the list does not know', poll, { path: '/api/signature?noCache=true' }],
  ['another path', poll, { path: '/api/signature/' }],
  ['another method', poll, { method: 'POST' }],
])('passes on the request of %s', async (_what, headers, where) => {
  const { send, answered } = await startPolls();

  const response = await send(headers, where);

  expect(await response.text()).toBe('middleware');
  expect(answered).not.toHaveBeenCalled();
});

it('passes on polls over the limit, of a blocked address, and while the list cannot be read', async () => {
  const { send } = await startPolls();
  const statuses = [];
  for (let sent = 0; sent < 4; sent += 1) statuses.push((await send(poll)).status);
  expect(statuses).toEqual([304, 304, 304, 200]);

  const blocked = await startPolls({ blocked: true });
  expect((await blocked.send(poll)).status).toBe(200);
  const failing = await startPolls({ isUnchanged: () => Promise.reject(new Error('connection lost')) });
  expect((await failing.send(poll)).status).toBe(200);
});
