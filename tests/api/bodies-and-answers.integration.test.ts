import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrolledRegister, signedIn, type Headers } from '@washdesk/cloud-api/testing/callers';
import { pathOf, refusal, send, type Answer, type Call } from '@washdesk/cloud-api/testing/calls';
import { publicUrl, startCloud, type Cloud } from '@washdesk/cloud-api/testing/cloud';
import { freshMember } from '@washdesk/cloud-api/testing/members';
import { allEndpoints } from '@washdesk/contracts/all';
import { samples } from '@washdesk/contracts/all-samples.fixture';
import { member } from '@washdesk/contracts/samples.fixture';
import { Role } from '@washdesk/rules/company/roles';
import { rowCounts } from './row-counts.ts';

let cloud: Cloud;
let admin: Headers;

beforeAll(async () => {
  cloud = await startCloud();
  admin = { ...(await signedIn(cloud, { roles: Role.Admin })), ...(await enrolledRegister(cloud)) };
});
afterAll(() => cloud.stop());

const ask = (call: Partial<Call> & { path: string }): Promise<Answer> => send(cloud.url, { method: 'GET', headers: admin, ...call });

describe('a body', () => {
  const toFlags = { method: 'PUT', path: '/config/flags' };
  const flagsNow = async (): Promise<string> => (await ask({ path: '/config/flags' })).text;

  it('that is larger than any call needs is refused, for every contract that takes one', async () => {
    for (const endpoint of allEndpoints.filter((one) => one.body)) {
      const body = JSON.stringify({ error: 'x'.repeat(endpoint.largestBody ? 600_000 : 300_000) });
      const answer = await ask({ method: endpoint.method, path: pathOf(endpoint, samples[endpoint.id]?.params ?? {}), body });
      expect({ id: endpoint.id, status: answer.status }).toEqual({ id: endpoint.id, status: 413 });
      expect(refusal(answer).code).toBe('too_large');
    }
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', 'nonsense'])(
    'of the type %s is refused',
    async (type) => {
      const answer = await ask({ ...toFlags, body: '[]', headers: { ...admin, 'content-type': type } });
      expect(answer.status, answer.text).toBe(415);
      expect(refusal(answer).code).toBe('unsupported_type');
    },
  );

  it('in an unknown encoding is refused', async () => {
    const answer = await ask({ ...toFlags, body: '[]', headers: { ...admin, 'content-encoding': 'nonsense' } });
    expect(answer.status, answer.text).toBe(415);
  });

  it('that is not there is missed by name', async () => {
    const { problems } = refusal(await ask({ method: 'POST', path: '/live/ticket' }));
    expect(problems).toEqual([expect.objectContaining({ path: 'body.topic' })]);
  });

  it('may have unknown fields: they are ignored', async () => {
    const flag = { name: 'stripped', description: '', value: true };
    const body = JSON.stringify([{ ...flag, surprise: 'surprise', __proto__: null }]);
    expect((await ask({ ...toFlags, body })).status).toBe(200);
    expect(JSON.parse(await flagsNow())).toEqual([flag]);
    const { rows } = await cloud.database.raw.query('select 1 from audit where after::text like $1', ['%surprise%']);
    expect(rows).toEqual([]);
  });

  it('that names one thing twice changes nothing', async () => {
    const before = await flagsNow();
    const flag = { name: 'twice', description: '', value: true };
    const { problems } = refusal(await ask({ ...toFlags, body: JSON.stringify([flag, flag]) }));
    expect(problems).toEqual([{ path: 'body', message: 'each flag may be listed once' }]);
    expect(await flagsNow()).toBe(before);
  });

  it('says all that is wrong at once', async () => {
    const { problems } = refusal(await ask({ method: 'POST', path: '/gate/NORTH!/open', body: '{"commandId":"x","reason":1}' }));
    expect(problems?.map(({ path }) => path)).toEqual(['params.host', 'body.commandId', 'body.reason']);
  });
});

describe('a redeem', () => {
  const usages = async (): Promise<number | undefined> => (await rowCounts(cloud.database))['usage'];
  const path = `/dxt/${freshMember.plate}?redeem=yes`;

  it.each([['short'], ['with blanks in it'], ['x'.repeat(256)]])('with the key %s is refused and records nothing', async (key) => {
    const before = await usages();
    const headers = { ...admin, 'idempotency-key': key };
    expect(refusal(await ask({ path, headers })).problems).toEqual([expect.objectContaining({ path: 'Idempotency-Key' })]);
    expect(await usages()).toBe(before);
  });

  it('without a key is recorded once within two minutes', async () => {
    const [before, own] = [await usages(), `/dxt/${member.plate}?redeem=yes`];
    const first = await ask({ path: own, headers: admin });
    const again = await ask({ path: own, headers: admin });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await usages()).toBe((before ?? 0) + 1);
  });

  it('answers a repeated key byte for byte, and no cache may keep it', async () => {
    const headers = { ...admin, 'idempotency-key': 'key-of-wire-1' };
    const before = await usages();
    const first = await ask({ path, headers });
    expect(first.status, first.text).toBe(200);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const again = await ask({ path, headers });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(await usages()).toBe((before ?? 0) + 1);
  });
});

describe('every answer', () => {
  const many: readonly (Partial<Call> & { path: string })[] = [
    { path: '/config' },
    { path: '/config', headers: {} },
    { path: '/nothing' },
    { path: '/dxt/recent', headers: {} },
    { path: '/gate/north/open' },
    { method: 'PUT', path: '/config/flags', body: '{' },
    { method: 'PUT', path: '/config/flags', body: ' '.repeat(300_000) },
    { path: '/config', headers: { origin: 'https://evil.test' } },
    { path: `/dxt/${member.plate}` },
    { path: `/receipt/${member.usage}/receipt` },
  ];

  it.each(many.map((call) => [`${call.method ?? 'GET'} ${call.path}`, call] as const))('of %s has its headers', async (_name, call) => {
    const { headers } = await ask(call);
    expect(headers.get('x-server-time')).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(headers.get('x-api-version')).toMatch(/^\d+\.\d+\.\d+/);
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("object-src 'none'");
    expect(headers.get('strict-transport-security')).toContain('max-age');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  const idFor = async (id: string): Promise<string | null> => {
    const answer = await ask({ path: '/nothing', headers: { 'x-request-id': id } });
    expect(refusal(answer).requestId).toBe(answer.headers.get('x-request-id'));
    return answer.headers.get('x-request-id');
  };

  it("begins with the caller's id and ends with ours, so that no caller names another call's log lines", async () => {
    const ids = await Promise.all([idFor('from-the-app-1'), idFor('from-the-app-1')]);
    for (const id of ids) expect(id).toMatch(/^from-the-app-1\.[\da-f]{8}$/);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it.each(['short', 'x'.repeat(65), '<script>alert(1)</script>', 'job:0193a000'])(
    'has an id of ours alone, if the caller sent %s',
    async (id) => {
      expect(await idFor(id)).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    },
  );
});

describe("another origin's page", () => {
  it.each(['https://evil.test', 'null', `${publicUrl}.evil.test`, publicUrl.replace('https', 'http'), `${publicUrl}:8443`])(
    '%s is refused, whatever it asks and whoever it is',
    async (origin) => {
      for (const call of [{ path: '/config' }, { path: '/dxt/recent' }, { path: '/nothing' }, { method: 'OPTIONS', path: '/config' }]) {
        const answer = await ask({ ...call, headers: { ...admin, origin } });
        expect(answer.status).toBe(401);
        expect(refusal(answer).message).toBe('Not allowed by CORS');
      }
    },
  );

  it('is told apart from our own', async () => {
    expect((await ask({ path: '/dxt/recent', headers: { ...admin, origin: publicUrl } })).status).toBe(200);
  });
});
