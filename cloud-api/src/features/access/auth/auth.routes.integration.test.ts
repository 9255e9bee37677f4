import { generateKeyPairSync } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CardHandles } from '../../../common/card-handles.ts';
import { siteCommandTimes } from '../../../common/site-command-times.ts';
import { isLostConnection } from '../../../db/pool.ts';
import { buildApp } from '../../../http/app.ts';
import { startServer, type RunningServer } from '../../../http/server.ts';
import { StoredDerivedKeys } from '../../../operations/derived-keys.ts';
import { deviceRoutes } from '../devices/device.routes.ts';
import { authRoutes } from './auth.routes.ts';
import { enrolRegister, openTestDesk, type TestDesk } from './desk.fixture.ts';

let desk: TestDesk;
let server: RunningServer;
let device: string;
const logged: string[] = [];

beforeAll(async () => {
  desk = await openTestDesk();
  device = `washdesk_device=${(await enrolRegister(desk)).secret}`;
  await desk.staff.add({ employeeNumber: 103, name: 'Priya Raman', roles: 4, username: 'priya', password: 'sparkle-priya-103' });
  await desk.staff.setPin(103, '471147');
  await desk.staff.add({ employeeNumber: 3242, name: 'Alex Moreau', roles: 256 });
  await desk.staff.setPin(3242, '324232');
  const { auth, cookies, devices, enrolments } = desk;
  const app = buildApp({
    log: pino({ level: 'trace' }, { write: (line: string) => logged.push(line) }),
    routes: [...authRoutes(auth), ...deviceRoutes({ devices, enrolments })],
    callers: {
      principalOf: (token) => auth.principalOf(token),
      deviceOf: (secret, ip) => cookies.deviceOf(secret, ip),
      memberOf: () => Promise.resolve(null),
    },
    approvals: auth.approvals,
    presences: auth.presence,
    cardHandles: new CardHandles(generateKeyPairSync('ed25519').privateKey),
    peopleShown: { show: () => Promise.resolve(), take: () => Promise.resolve() },
    numberLookups: { begin: () => Promise.resolve(() => Promise.resolve()) },
    derivedKeys: new StoredDerivedKeys({ db: desk.db, clock: desk.clock }),
    auditRefusal: () => Promise.resolve(),
    checks: [],
    metrics: {
      token: null,
      gauges: async () => ({}),
      sites: () => [],
      brokerConnected: () => true,
      commandTimes: siteCommandTimes(),
    },
    keepError: () => Promise.resolve(),
    answered: () => undefined,
    isBlocked: () => false,
    isDatabaseAway: isLostConnection,
    publicUrl: 'http://127.0.0.1:8080',
    apiVersion: 'test',
    now: () => desk.clock.now(),
    requestsPerMinute: 1_000,
    proxies: 0,
    webRoot: undefined,
    stripeScripts: undefined,
    receiveEvent: null,
    formEndpoints: [],
    polledLists: [],
    openApi: () => ({}),
  });
  server = await startServer(app, '127.0.0.1', 0);
});
afterAll(async () => {
  await server.stop();
  await desk.database.stop();
});

interface Answer {
  status: number;
  body: Record<string, unknown>;
  /** The cookie as in `Set-Cookie`. */
  cookie: string;
}

async function call(method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${server.port}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    cookie: response.headers.get('set-cookie') ?? '',
  };
}

const login = () =>
  call('POST', '/auth/loginemployee', { employee: { employeeId: '201', roles: 511, name: 'Somebody' } }, { cookie: device });
const pairOf = ({ cookie }: Answer): string => cookie.split(';')[0] ?? '';

describe('/auth over HTTP', () => {
  it('reads only the number of the employee record, and sets a cookie that no script can read', async () => {
    const answer = await login();
    expect(answer).toMatchObject({ status: 200, body: { user: { name: 'Luis Barrera', roles: 1 } } });
    expect(answer.body).not.toHaveProperty('refreshToken');
    expect(answer.cookie).toMatch(/^washdesk_refresh=[\w-]{43}; Path=\/api\/auth; Max-Age=43200; HttpOnly; SameSite=Strict$/);
  });

  it('refreshes by the cookie and answers in the cookie', async () => {
    const first = await login();
    const second = await call('POST', '/auth/refreshToken', {}, { cookie: `${device}; ${pairOf(first)}` });
    expect(second).toMatchObject({ status: 200, body: { sessionId: first.body['sessionId'] } });
    expect(second.body).not.toHaveProperty('refreshToken');
    expect(pairOf(second)).toMatch(/^washdesk_refresh=/);
    expect(pairOf(second)).not.toBe(pairOf(first));
  });

  it('refreshes by the body and answers in the body', async () => {
    const token = pairOf(await login()).split('=')[1];
    const answer = await call('POST', '/auth/refreshtoken/', { refreshToken: token, user: { anything: true } }, { cookie: device });
    expect(answer).toMatchObject({ status: 200, cookie: '' });
    expect(answer.body['refreshToken']).toMatch(/^[\w-]{43}$/);
  });

  it('without a token says that the session has ended, so that the app goes to sign-in', async () => {
    expect(await call('POST', '/auth/refreshtoken', undefined)).toMatchObject({ status: 403, body: { code: 'session_ended' } });
  });

  it('signs out, clears the cookie, and the access token is dead at once', async () => {
    const answer = await login();
    const bearer = { authorization: `Bearer ${String(answer.body['accessToken'])}` };
    const place = { locationId: 'tml_Joliet00000012' };
    expect((await call('POST', '/auth/location', place, { ...bearer, cookie: device })).status).toBe(200);
    const out = await call('DELETE', `/auth/refreshToken/${String(answer.body['sessionId'])}`, undefined, { cookie: pairOf(answer) });
    expect(out).toMatchObject({ status: 200, body: { ended: true } });
    expect(out.cookie).toContain('washdesk_refresh=; Path=/api/auth; Max-Age=0');
    expect((await call('POST', '/auth/location', place, { ...bearer, cookie: device })).status).toBe(401);
  });

  it("is good for nothing away from its device: not another's cookie, not none", async () => {
    const { sessionId, accessToken } = (await login()).body;
    const other = `washdesk_device=${(await enrolRegister(desk, 'Register 3')).secret}`;
    const headers = { authorization: `Bearer ${String(accessToken)}` };
    const choose = (cookie?: string) =>
      call('POST', '/auth/location', { locationId: 'tml_Joliet00000012' }, cookie === undefined ? headers : { ...headers, cookie });
    for (const cookie of [undefined, other, `${device}x`]) {
      expect((await choose(cookie)).status, cookie).toBe(401);
      const out = await call('DELETE', `/auth/refreshToken/${String(sessionId)}`, undefined, cookie ? { ...headers, cookie } : headers);
      expect(out.status, cookie).toBe(401);
    }
    expect((await choose(device)).status).toBe(200);
  });

  it('tells how long a device that guesses must wait', async () => {
    const other = `washdesk_device=${(await enrolRegister(desk, 'Register 2')).secret}`;
    const guess = (pin: string) => call('POST', '/auth/loginemployee', { employee: 3242, pin }, { cookie: other });
    for (let turn = 0; turn < 10; turn += 1) expect((await guess('000000')).status).toBe(401);
    const locked = await fetch(`http://127.0.0.1:${server.port}/api/auth/loginemployee`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: other },
      body: JSON.stringify({ employee: 3242, pin: '324232' }),
    });
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('never logs a PIN, a password or a token', async () => {
    const answer = await call('POST', '/auth/loginemployee', { employee: 103, pin: '471147' }, { cookie: device });
    await call('POST', '/auth/loginuser', { username: 'priya', password: 'sparkle-priya-103' });
    expect(answer.status).toBe(200);
    const all = logged.join('');
    expect(logged.length).toBeGreaterThan(0);
    for (const secret of ['471147', 'sparkle-priya-103', String(answer.body['accessToken']), pairOf(answer)])
      expect(all).not.toContain(secret);
  });

  it.each([
    ['/auth/loginemployee', { employee: 'x' }, 'body.employee'],
    ['/auth/loginemployee', { employee: 201, pin: '12' }, 'body.pin'],
    ['/auth/loginuser', { username: '', password: 'x' }, 'body.username'],
    ['/auth/loginuser', { username: 'a\u0000b', password: 'x' }, 'body.username'],
    ['/auth/loginserviceaccount', { client_id: 7, client_secret: 'x' }, 'body.client_id'],
  ])('names what is wrong with %s %j', async (path, body, field) => {
    const answer = await call('POST', path, body, { cookie: device });
    expect(answer.status).toBe(400);
    expect(answer.body['problems']).toEqual(expect.arrayContaining([expect.objectContaining({ path: field })]));
  });
});

describe('a body', () => {
  it.each(['gzip', 'br', 'deflate'])('that is not what its %s compression says is 400 and named', async (encoding) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/auth/loginuser`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      body: Buffer.from('broken from the beginning'),
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid_request', problems: [{ path: 'body' }] }]);
    expect(answer.headers.get('permissions-policy')).toContain('camera=()');
  });
});

describe('/device over HTTP', () => {
  it('enrols a browser by a link once, and knows it by its cookie afterwards', async () => {
    const { link } = await desk.enrolments.createLink(
      { kind: 'tablet', name: 'Tablet', site: 12, terminal: null },
      { id: 'test', site: null, device: null, requestId: 'request' },
    );
    const token = link.slice(link.lastIndexOf('/') + 1);
    const enrolled = await call('POST', '/device/enrol', { token });
    expect(enrolled).toMatchObject({ status: 200, body: { device: { kind: 'tablet', name: 'Tablet', site: 12 } } });
    expect(enrolled.cookie).toMatch(/^washdesk_device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/);
    expect(await call('GET', '/device/current', undefined, { cookie: pairOf(enrolled) })).toMatchObject({
      body: { device: { name: 'Tablet' } },
    });
    expect(await call('GET', '/device/current', undefined)).toMatchObject({ status: 200, body: { device: null } });
    expect(await call('POST', '/device/enrol', { token })).toMatchObject({ status: 410, body: { code: 'link_used' } });
  });

  it('is managed by an Admin only', async () => {
    const bearer = { authorization: `Bearer ${String((await login()).body['accessToken'])}`, cookie: device };
    expect((await call('GET', '/device', undefined, bearer)).status).toBe(403);
    expect((await call('POST', '/device/enrolment', { kind: 'register', name: 'R', site: 12, terminal: null }, bearer)).status).toBe(403);
  });
});
