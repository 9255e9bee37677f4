import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allEndpoints } from '@washdesk/contracts/all';
import { samples } from '@washdesk/contracts/all-samples.fixture';
import { Role } from '@washdesk/rules/company/roles';
import { until } from '@washdesk/test-support/until';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { signedIn } from '../../../testing/callers.ts';
import { pathOf } from '../../../testing/calls.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';

interface List {
  blacklist: Record<string, number>;
  count: number;
}

let cloud: Cloud;
let admin: ApiClient;

beforeAll(async () => {
  cloud = await startCloud({ WASHDESK_PROXIES: '1', WASHDESK_STRIPE_WEBHOOK_SECRET: 'whsec_test' });
  admin = await clientAs(cloud, 'Admin');
});
afterAll(() => cloud.stop());
beforeEach(async () => {
  const { blacklist } = (await admin.get<List>('/config/blacklist')).body;
  for (const ip of Object.keys(blacklist)) await admin.delete(`/config/blacklist/${encodeURIComponent(ip)}`);
});

const block = (ip: string, more: object = {}) => admin.post<List & { code: string; message: string }>('/config/blacklist', { ip, ...more });
/** Sends a request from this address, through the proxy. */
const from = (ip: string, path: string, init: RequestInit = {}) =>
  fetch(`${cloud.url}${path}`, { ...init, headers: { ...(init.headers as Record<string, string>), 'x-forwarded-for': ip } });
/** Returns the status that rejects a socket from this address; null if it was opened. */
const upgraded = (ip: string, path: string): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    };
    const asked = request(`${cloud.url}${path}`, { headers: { ...headers, 'x-forwarded-for': ip } });
    asked.on('response', ({ statusCode = 0 }) => (asked.destroy(), resolve(statusCode)));
    asked.on('upgrade', (_answer, socket) => (socket.destroy(), resolve(null)));
    asked.on('error', reject);
    asked.end();
  });
const audited = async () =>
  (
    await cloud.database.db
      .selectFrom('whole_audit')
      .select(['action', 'subject'])
      .where('action', 'like', 'address.%')
      .orderBy('at')
      .orderBy('id')
      .execute()
  ).map(({ action, subject }) => `${action} ${subject}`);

describe('an address on the blacklist', () => {
  it('gets nothing but 403 from any path, but health and signed webhooks', async () => {
    expect(await block('203.0.113.7')).toMatchObject({ status: 200, body: { count: 1, blacklist: { '203.0.113.7': expect.any(Number) } } });
    for (const path of [
      '/',
      '/login',
      '/api/config/',
      '/api/auth/loginuser',
      '/api/openapi.json',
      '/api/customer/search/a',
      '/api/nothing',
      '/x.png',
    ]) {
      const answer = await from('203.0.113.7', path);
      expect([path, answer.status]).toEqual([path, 403]);
      expect(await answer.json()).toMatchObject({ code: 'blocked', message: 'This address is blocked. Ask an Admin' });
    }
    const opened = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };
    const page = await from('203.0.113.7', '/search?term=a', opened);
    expect([page.status, page.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    expect(await page.text()).toMatch(/<h1>This address is blocked<\/h1>\n<p>An Admin of Washdesk blocked 203\.0\.113\.7\. /);
    expect((await (await from('203.0.113.7', '/api/config/', opened)).json()) as object).toMatchObject({ code: 'blocked' });
    expect((await from('203.0.113.7', '/api/auth/loginuser', { method: 'POST', body: '{}' })).status).toBe(403);
    expect((await from('203.0.113.7', '/health')).status).toBe(200);
    // rejected for its signature, not its address
    expect((await from('203.0.113.7', '/api/webhook/stripe', { method: 'POST', body: '{}' })).status).not.toBe(403);
    expect((await from('203.0.113.8', '/health')).status).toBe(200);
    expect((await from('203.0.113.8', '/api/config/')).status).toBe(200);
    expect((await admin.delete('/config/blacklist/203.0.113.7')).body).toMatchObject({ count: 0 });
    expect((await from('203.0.113.7', '/api/config/')).status).toBe(200);
    expect(await audited()).toEqual(['address.blocked address:203.0.113.7', 'address.unblocked address:203.0.113.7']);
    const rows = await cloud.database.db
      .selectFrom('whole_audit')
      .select(['before', 'after'])
      .where('action', 'like', 'address.%')
      .orderBy('id')
      .execute();
    const shutOut = { since: expect.any(String) as string, by: expect.any(String) as string };
    expect(rows).toEqual([
      { before: null, after: shutOut },
      { before: rows[0]?.after, after: null },
    ]);
  });

  it('gets 403 from every call of the API, also with an Admin’s session, and no socket', async () => {
    await block('203.0.113.7');
    const headers = await signedIn(cloud, { roles: Role.Admin });
    for (const endpoint of allEndpoints) {
      const { method } = endpoint;
      const path = `/api${pathOf(endpoint, samples[endpoint.id]?.params ?? {})}`;
      const answer = await from('203.0.113.7', path, { method, headers, ...(method !== 'GET' && { body: '{}' }) });
      expect([method, path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([method, path, 403, 'blocked']);
    }
    for (const path of ['/api/live', '/api/socket']) expect([path, await upgraded('203.0.113.7', path)]).toEqual([path, 403]);
  });

  it('can be a network: of IPv4 a /16 or /24, of IPv6 a /32, /48 or /64', async () => {
    const status = async (ip: string) => (await from(ip, '/api/config/')).status;
    expect((await block('2001:db8:7:8:1::/64')).body).toMatchObject({ blacklist: { '2001:db8:7:8::/64': expect.any(Number) as number } });
    expect([await status('2001:db8:7:8:aaaa::1'), await status('2001:db8:7:9::1')]).toEqual([403, 200]);
    await block('198.51.100.0/24');
    expect([await status('198.51.100.77'), await status('::ffff:198.51.100.1'), await status('198.51.101.1')]).toEqual([403, 403, 200]);
    for (const own of ['127.0.0.0/24', '127.0.9.9/16'])
      expect(await block(own, { confirmed: true })).toMatchObject({ status: 409, body: { code: 'own_address' } });
    for (const large of ['0.0.0.0/0', '10.0.0.0/8', '::/0', '2001:db8::/33'])
      expect(await block(large)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('or a network of /16 or /24') as string },
      });
    await admin.delete(`/config/blacklist/${encodeURIComponent('198.51.100.0/24')}`);
    expect(await status('198.51.100.77')).toBe(200);
  });

  it('is one address however it is written, of both families', async () => {
    await block('2001:DB8::1');
    expect((await from('2001:db8::1', '/api/config/')).status).toBe(403);
    expect((await from('2001:0db8:0:0::0001', '/api/config/')).status).toBe(403);
    await block('2001:0DB8:0:0:0:0:0:2');
    expect((await from('2001:db8::2', '/api/config/')).status).toBe(403);
    await block('::ffff:203.0.113.9');
    expect((await from('::ffff:cb00:7109', '/api/config/')).status).toBe(403);
    expect((await from('203.0.113.9', '/api/config/')).status).toBe(403);
    expect((await block('203.0.113.9')).body.count).toBe(3);
  });

  it('that another server shut out is shut out here within seconds', async () => {
    await cloud.database.db.insertInto('blacklist').values({ address: '203.0.113.20', since: new Date(), blocked_by: '1' }).execute();
    const isShutOut = async () => ((await from('203.0.113.20', '/api/config/')).status === 403 ? true : null);
    expect(await until('it is shut out', isShutOut)).toBe(true);
  });

  it('is never the caller’s own or the proxy’s, and an empty one is ignored', async () => {
    for (const own of ['127.0.0.1', '::ffff:127.0.0.1'])
      expect(await block(own, { confirmed: true })).toMatchObject({ status: 409, body: { code: 'own_address' } });
    expect((await block('')).body).toMatchObject({ count: 0 });
    expect((await block(' ')).body).toMatchObject({ count: 0 });
    expect((await block('not an address')).status).toBe(400);
    expect((await block('10.0.0.0/8')).status).toBe(400);
  });

  it('at which a register or an agent was seen needs a second word', async () => {
    const device = crypto.randomUUID();
    const { db } = cloud.database;
    const secret_hash = Buffer.alloc(32, 7);
    await db
      .insertInto('device')
      .values({ id: device, kind: 'register', name: 'Register 9', site: 12, terminal: null, secret_hash, enrolled: new Date() })
      .execute();
    const seen = { user_agent: 'Firefox', last_access: new Date(), times: [12], program: null };
    await db
      .insertInto('client_metric')
      .values({ ...seen, address: '203.0.113.30', device })
      .execute();
    expect(await block('203.0.113.30')).toMatchObject({
      status: 409,
      body: { code: 'address_in_use', message: 'Register 9 works from this address' },
    });
    expect(await block('203.0.113.0/24')).toMatchObject({ status: 409, body: { code: 'address_in_use' } });
    expect((await from('203.0.113.30', '/api/config/')).status).toBe(200);
    expect((await block('203.0.113.30', { confirmed: true })).status).toBe(200);
    expect((await from('203.0.113.30', '/api/config/')).status).toBe(403);
  });

  it('is for Admins alone', async () => {
    const other = await clientAs(cloud, 'PriceManager');
    expect((await other.get('/config/blacklist')).status).toBe(403);
    expect((await other.post('/config/blacklist', { ip: '203.0.113.7' })).status).toBe(403);
    expect((await other.delete('/config/blacklist/203.0.113.7')).status).toBe(403);
  });
});

interface Clients {
  clients: { ip: string; useragent: string; average: number; name: string | null; lastaccess: string }[];
  count: number;
}

describe('client metrics', () => {
  it('tell who asked and how quickly the last ten were answered, until they are cleared', async () => {
    await admin.delete('/admin/clientmetrics');
    for (let i = 0; i < 12; i += 1) await from('203.0.113.50', '/api/config/', { headers: { 'user-agent': 'Till/1.0' } });
    const { clients } = (await admin.get<Clients>('/admin/clientmetrics')).body;
    expect(clients.find(({ ip }) => ip === '203.0.113.50')).toMatchObject({
      useragent: 'Till/1.0',
      name: null,
      average: expect.any(Number),
    });
    const { times } = await cloud.database.db
      .selectFrom('client_metric')
      .select('times')
      .where('address', '=', '203.0.113.50')
      .executeTakeFirstOrThrow();
    expect(times).toHaveLength(10);
    for (let i = 0; i < 3; i += 1) await from('203.0.113.50', '/api/config/', { headers: { 'user-agent': 'Till/1.0' } });
    await admin.get('/admin/clientmetrics');
    const later = await cloud.database.db
      .selectFrom('client_metric')
      .select('times')
      .where('address', '=', '203.0.113.50')
      .executeTakeFirstOrThrow();
    expect(later.times).toHaveLength(10);
    expect(later.times.slice(0, 7)).toEqual(times.slice(3));
    expect((await admin.delete<{ cleared: number }>('/admin/clientmetrics')).body.cleared).toBeGreaterThan(0);
    expect((await admin.get<Clients>('/admin/clientmetrics')).body.clients.some(({ ip }) => ip === '203.0.113.50')).toBe(false);
    expect((await (await clientAs(cloud, 'PriceManager')).get('/admin/clientmetrics')).status).toBe(403);
  });
});

interface Errors {
  data: { id: string; source: string; message: string; path: string | null; who: string | null; requestId: string | null; at: string }[];
  count: number;
}

interface Grouped {
  groups: { group: string; source: string; message: string; count: number; first: string; last: string }[];
  count: number;
}

describe('the list of errors', () => {
  it('holds what browsers report and what the server could not explain, the newest first, in pages', async () => {
    const { db } = cloud.database;
    await admin.delete('/admin/errors');
    await admin.post('/status/error', { error: { message: 'x is undefined', stack: 'at y' }, path: '/search?term=secret' });
    const rows = Array.from({ length: 25 }, (_, place) => ({
      id: crypto.randomUUID(),
      at: new Date(Date.parse('2026-11-21T12:00:00Z') + place * 1_000),
      message: `Number ${place}`,
      stack: null,
      component_stack: null,
      path: '/redeem',
      principal: null,
      device: null,
      source: 'server' as const,
      request_id: 'request-1',
    }));
    await db.insertInto('client_error').values(rows).execute();
    const first = (await admin.get<Errors>('/admin/errors')).body;
    expect(first).toMatchObject({ count: 26 });
    expect(first.data).toHaveLength(20);
    const second = (await admin.get<Errors>('/admin/errors?page=2')).body;
    expect(second.data).toHaveLength(6);
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(26);
    const reported = [...first.data, ...second.data].find(({ source }) => source === 'browser');
    expect(reported).toMatchObject({ message: 'x is undefined', path: '/search' });
    expect((await admin.get<Errors>('/admin/errors?pageSize=5')).body.data).toHaveLength(5);
    expect((await admin.get('/admin/errors?pageSize=500')).status).toBe(400);
    expect((await admin.get('/admin/errors?page=0')).status).toBe(400);
  });

  it('is grouped by message, whatever numbers and ids it has, and searched', async () => {
    const groups = async (query = '') => (await admin.get<Grouped>(`/admin/errors/groups${query}`)).body;
    const all = await groups();
    expect(all.count).toBe(26);
    const numbers = all.groups.find(({ source }) => source === 'server');
    expect(numbers).toMatchObject({ message: 'Number 24', count: 25, first: '2026-11-21T12:00:00.000Z', last: '2026-11-21T12:00:24.000Z' });
    expect(all.groups.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual([1, 25]);
    expect(await groups('?search=X%20IS')).toMatchObject({ count: 1, groups: [{ message: 'x is undefined' }] });
    expect(await groups('?search=100%25')).toEqual({ count: 0, groups: [] });
    expect((await groups('?search=request-1')).count).toBe(25);
    const found = (await admin.get<Errors>(`/admin/errors?group=${numbers?.group}&search=number%202`)).body;
    expect(found.data.map(({ message }) => message)).toEqual(['Number 24', 'Number 23', 'Number 22', 'Number 21', 'Number 20', 'Number 2']);
    await admin.post('/status/error', { error: { message: `customer cus_Ab1Cd2Ef3 not found ${'x'.repeat(400)}` } });
    await admin.post('/status/error', { error: { message: `customer cus_Zz9Yy8Xx7 not found ${'x'.repeat(400)}` } });
    const [newest] = (await groups()).groups;
    expect(newest).toMatchObject({ count: 2, source: 'browser' });
    expect(newest?.message).toHaveLength(300);
    expect((await (await clientAs(cloud, 'PriceManager')).get('/admin/errors/groups')).status).toBe(403);
  });

  it('keeps what came after the page that an Admin cleared', async () => {
    const { data, count } = (await admin.get<Errors>('/admin/errors')).body;
    const newest = data[3]!.at;
    const { cleared } = (await admin.delete<{ cleared: number }>(`/admin/errors?until=${newest}`)).body;
    expect(cleared).toBe(count - 3);
    expect((await admin.get<Errors>('/admin/errors')).body.count).toBe(3);
    expect((await (await clientAs(cloud, 'PriceManager')).get('/admin/errors')).status).toBe(403);
  });
});
