import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '@washdesk/local-servers/ports';
import type { DurableEvent } from '@washdesk/site-protocol/envelope';
import type { ActOutcome, AdmitOutcome, ConfigCheck, LocalView, ProbeOutcome, ReadOutcome } from '@washdesk/site-protocol/local-page';
import { eventTopic } from '@washdesk/site-protocol/topics';
import { createTestSite, site as siteNumber, startTestEnvironment, type TestEnvironment, type TestSite } from './testing/site.ts';
import { eventually, temporaryFolder, type TemporaryFolder } from './testing/support.ts';

const [itPin, cashierPin] = ['123456', '654321'];
const metricsToken = 'scraper-0123456789';

let folder: TemporaryFolder;
let environment: TestEnvironment;
let site: TestSite;
let port: number;

beforeAll(async () => {
  folder = temporaryFolder();
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder.path, name), text);
    return join(folder.path, name);
  };
  file('local.html', '<!doctype html><title>Page</title>');
  port = await freePort();
  environment = await startTestEnvironment();
  environment.members.put(member('ABC1234-IL', 'cus_1'), member('DEF5678-IL', 'cus_2'));
  site = await createTestSite(environment, {
    localPage: {
      port,
      itPinFile: file('it', itPin),
      cashierPinFile: file('cashier', `${cashierPin}\n`),
      metricsTokenFile: file('metrics', metricsToken),
      folder: folder.path,
    },
  });
  await site.startAgent();
  await site.gate.behave({ closesAfterMs: 1_000 });
});
afterAll(async () => {
  await site.stop();
  await environment.stop();
  folder.remove();
});

function member(code: string, customer: string) {
  const plan = { planName: 'STR SUPER KISS', productClass: 'Super Kiss', status: 'active', goodUntil: null };
  return { code, customer, ...plan, priceIncrease: false, groups: [], removed: false };
}

interface Answer<T> {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: T;
}

/** Sends with any header, which `fetch` does not. */
function send<T>(method: string, path: string, headers: Record<string, string> = {}, body?: unknown): Promise<Answer<T>> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        const isJson = response.headers['content-type'] === 'application/json';
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as T });
      });
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const own = { 'content-type': 'application/json', 'x-washdesk-local': '1' };

/** A signed-in browser. */
async function signIn(pin: string) {
  const { status, headers } = await send('POST', '/api/sign-in', own, { pin });
  expect(status).toBe(200);
  const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? '';
  const view = async () => (await send<LocalView>('GET', '/api/view', { cookie })).body;
  return {
    cookie,
    view,
    press: async <T>(path: string, body: object) => (await send<T>('POST', path, { ...own, cookie }, body)).body,
    /** A press of Open Gate, made so many milliseconds ago. */
    async open(id: string, { agoMs = 0, again = null as string | null } = {}) {
      const { clockMs } = await view();
      return this.press<ActOutcome>('/api/open', { id, gate: 'north', reason: 'Test', pressedMs: clockMs - agoMs, again });
    },
  };
}

const gateIsShut = (): Promise<unknown> =>
  eventually(() => {
    const [gate] = site.gate.state().gates;
    return gate && !gate.coil && !gate.gateOpen;
  });

describe('the local page', () => {
  it('is served with headers that allow no other content', async () => {
    const { status, body, headers } = await send<string>('GET', '/');
    expect([status, body]).toEqual([200, '<!doctype html><title>Page</title>']);
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-cache' });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect((await send('GET', '/assets/../it')).status).toBe(404);
  });

  it.each([
    ['a name that points here', 'GET', '/', { host: 'evil.example.com' }],
    ['a form of another page', 'POST', '/api/sign-in', { 'content-type': 'text/plain' }],
    ['a script of another page', 'POST', '/api/sign-in', { ...own, origin: 'http://evil.example.com' }],
  ])('refuses %s', async (_name, method, path, headers) => {
    expect((await send(method, path, headers, { pin: itPin })).status).toBe(403);
  });

  it('shows nothing without a PIN', async () => {
    expect((await send('GET', '/api/view')).status).toBe(401);
    expect((await send('POST', '/api/open', own, {})).status).toBe(401);
    expect((await send<{ code: string }>('POST', '/api/sign-in', own, { pin: '000000' })).body.code).toBe('wrong_pin');
  });

  it('refuses what is too long, and what isn’t understood', async () => {
    const { cookie } = await signIn(itPin);
    expect((await send('POST', '/api/open', { ...own, cookie }, { text: 'x'.repeat(5_000) })).status).toBe(413);
    expect((await send('POST', '/api/open', { ...own, cookie }, { id: 'x' })).status).toBe(400);
    expect((await send('POST', '/api/constructor', { ...own, cookie }, {})).status).toBe(404);
    expect((await send('GET', '//')).status).toBe(400);
  });

  it('shows IT the site and its log, and a cashier the site without it', async () => {
    const page = await signIn(itPin);
    const view = await page.view();
    expect(view).toMatchObject({ role: 'it', site: { number: siteNumber, name: 'Joliet' }, cloud: { connected: true } });
    expect(view.devices).toMatchObject([
      { id: 'north', status: 'ready', lane: 1, gate: { gateOpen: false } },
      { id: 'sitewatch', status: 'ready' },
    ]);
    expect(view.roster).toMatchObject({ number: 2, confirmed: expect.any(String) });
    expect(view.log?.lines.some((line) => line.includes('Agent started'))).toBe(true);
    const cashier = await signIn(cashierPin);
    expect(await cashier.view()).toMatchObject({ role: 'cashier', log: null });
    expect((await send('GET', '/api/config-check', { cookie: cashier.cookie })).status).toBe(403);
    expect((await send('POST', '/api/read', { ...own, cookie: cashier.cookie }, {})).status).toBe(403);
    const check = await send<ConfigCheck>('GET', '/api/config-check', { cookie: page.cookie });
    expect(check.body).toEqual({ problems: [], changed: false });
  });

  it('has metrics for the scraper with the token, and for no one else', async () => {
    const { cookie } = await signIn(itPin);
    const others: Record<string, string>[] = [{ cookie }, { authorization: 'Bearer wrong' }, { authorization: metricsToken }];
    for (const headers of others) expect((await send('GET', '/metrics', headers)).status).toBe(404);
    await site.cloud.command('north', 'status', {});
    const { status, body } = await send<string>('GET', '/metrics', { authorization: `Bearer ${metricsToken}` });
    expect(status).toBe(200);
    expect(body).toMatch(/^washdesk_agent_info\{version="\d+\.\d+\.\d+"\} 1$/m);
    expect(body).toContain('washdesk_broker_connected 1');
    expect(body).toContain('washdesk_device_up{device="north",kind="gate"} 1');
    expect(body).toMatch(/^washdesk_commands_total\{command="gate\.status",outcome="ok"\} \d+$/m);
    expect(body).toMatch(/^washdesk_command_duration_seconds_count\{command="gate\.status"\} \d+$/m);
    for (const name of ['round_trip_seconds', 'roster_age_seconds', 'events_waiting_limit_bytes'])
      expect(body).toMatch(new RegExp(`^washdesk_${name} [\\d.e+-]+$`, 'm'));
  });

  it('reads a gate', async () => {
    const page = await signIn(itPin);
    const { ok, values } = await page.press<ReadOutcome>('/api/read', { id: randomUUID(), device: 'north', kind: 'gate' });
    expect([ok, values]).toEqual([true, expect.arrayContaining([{ name: 'relay', value: false }])]);
  });

  it('probes a board without moving anything', async () => {
    const page = await signIn(itPin);
    const before = site.gate.state().gates[0]?.writes;
    const { lines } = await page.press<ProbeOutcome>('/api/probe', { device: 'north' });
    expect(lines).toEqual(
      expect.arrayContaining([
        { what: 'Relay 0, this gate', found: 'off' },
        { what: 'Input 0, gate open', found: 'off' },
      ]),
    );
    expect(site.gate.state().gates[0]?.writes).toBe(before);
    const cashier = await signIn(cashierPin);
    expect((await send('POST', '/api/probe', { ...own, cookie: cashier.cookie }, { device: 'north' })).status).toBe(403);
  });

  it('opens the gate once per press, and records who opened it', async () => {
    const cashier = await signIn(cashierPin);
    const before = site.pulses();
    const id = randomUUID();
    expect(await cashier.open(id)).toMatchObject({ outcome: 'done', result: 'opened' });
    expect(await cashier.open(id)).toMatchObject({ outcome: 'done', result: 'opened' });
    expect(site.pulses()).toBe(before + 1);
    const { payload } = await site.gateEvent(id);
    expect(payload).toMatchObject({
      result: 'opened',
      employee: null,
      localPage: { role: 'cashier', reason: 'A cashier at the local page: Test' },
    });
    const { lanes } = await cashier.view();
    expect(lanes).toMatchObject([{ lane: 1, traces: [{ outcome: 'opened', code: null, hops: [] }] }]);
    const seen = await signIn(itPin);
    expect(JSON.stringify((await seen.view()).lanes)).toContain('The local page sent Open Gate. A cashier at the local page: Test');
    await gateIsShut();
  });

  it('opens nothing for a press that arrives late, nor for a question about one that never arrived', async () => {
    const page = await signIn(itPin);
    const before = site.pulses();
    expect(await page.open(randomUUID(), { agoMs: 2_100 })).toMatchObject({ outcome: 'failed', result: 'expired' });
    const { journal } = await page.view();
    const lost = randomUUID();
    expect(await page.open(lost, { again: journal })).toMatchObject({ outcome: 'failed', result: 'expired' });
    expect(await page.open(lost)).toMatchObject({ outcome: 'failed' });
    expect(site.pulses()).toBe(before);
  });

  it('of a press and a command of the cloud at the same time executes one', async () => {
    const page = await signIn(itPin);
    const before = site.pulses();
    const [local, cloud] = await Promise.all([
      page.open(randomUUID()),
      site.cloud.command('north', 'open', { employee: 3242, reason: null }),
    ]);
    const results = [local.result, (cloud as { result: { result: string } }).result.result];
    expect(new Set(results)).toEqual(new Set(['opened', 'rejected']));
    expect(site.pulses()).toBe(before + 1);
    await gateIsShut();
  });
});

describe('without the cloud', () => {
  it('redeems a member once and opens the gate; the wash reaches the cloud later', async () => {
    await environment.broker.stop();
    const cashier = await signIn(cashierPin);
    await eventually(async () => !(await cashier.view()).cloud.connected);

    const id = randomUUID();
    const admit = (code: string, press = id) => cashier.press<AdmitOutcome>('/api/admit', { id: press, lane: 1, code });
    const first = { code: 'ABC1234-IL', admitted: true, reason: 'admitted', planName: 'STR SUPER KISS', recorded: true };
    expect(await admit('abc 1234 il')).toMatchObject(first);
    expect(await admit('abc 1234 il')).toMatchObject(first);
    expect(await admit('ABC1234-IL', randomUUID())).toMatchObject({ admitted: false, reason: 'already-redeemed', recorded: false });
    expect(await admit('ABC1234', randomUUID())).toMatchObject({ admitted: false, reason: 'not-found', similar: ['ABC1234-IL'] });
    expect(await cashier.open(randomUUID())).toMatchObject({ outcome: 'done', result: 'opened' });

    await environment.broker.start();
    const { message } = await site.cloud.until(({ topic }) => topic === eventTopic(siteNumber, 'usage', 'agent'));
    expect((message as DurableEvent).payload).toMatchObject({ id, lane: 1, code: 'ABC1234-IL', customer: 'cus_1' });
  });
});

describe('guesses of the PIN', () => {
  it('wait longer and longer, also for the right one', async () => {
    const guess = (pin: string) => send<{ code: string; waitSeconds?: number }>('POST', '/api/sign-in', own, { pin });
    const outcomes = [];
    for (let count = 0; count < 6; count += 1) outcomes.push((await guess('000000')).body.code);
    expect(outcomes.filter((code) => code === 'wrong_pin').length).toBeLessThan(5);
    const { status, body } = await guess(itPin);
    expect([status, body.code]).toEqual([429, 'too_many_guesses']);
    expect(body.waitSeconds).toBeGreaterThan(0);
    expect(site.agent.output()).not.toMatch(new RegExp(`000000|${itPin}|${cashierPin}|ABC1234`, 'i'));
  });
});
