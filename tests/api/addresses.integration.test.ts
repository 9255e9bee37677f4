import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrolledRegister, signedIn, signedInMember, withCookies, type Headers } from '@washdesk/cloud-api/testing/callers';
import { pathOf, refusal, send, sendAsWritten, type Answer, type Call } from '@washdesk/cloud-api/testing/calls';
import { startCloud, type Cloud } from '@washdesk/cloud-api/testing/cloud';
import { allEndpoints } from '@washdesk/contracts/all';
import { samples } from '@washdesk/contracts/all-samples.fixture';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import { member } from '@washdesk/contracts/samples.fixture';
import { Role } from '@washdesk/rules/company/roles';
import { rowCounts, rowsBefore } from './row-counts.ts';

let cloud: Cloud;
let admin: Headers;

beforeAll(async () => {
  cloud = await startCloud();
  admin = {
    ...(await signedIn(cloud, { roles: Role.Admin })),
    ...withCookies(await enrolledRegister(cloud), await signedInMember(cloud)),
  };
});
afterAll(() => cloud.stop());

const ask = (call: Partial<Call> & { path: string }): Promise<Answer> => send(cloud.url, { method: 'GET', headers: admin, ...call });
const askRaw = (path: string, method = 'GET') => sendAsWritten(cloud.url, { method, path, headers: admin });
const goodPath = (endpoint: Endpoint): string => pathOf(endpoint, samples[endpoint.id]?.params ?? {});
const queryOf = ({ id }: Endpoint): string => new URLSearchParams(samples[id]?.query).toString();
const reads = allEndpoints.filter(({ method }) => method === 'GET');
const writes = allEndpoints.filter(({ method }) => method !== 'GET');
const named = (endpoints: readonly Endpoint[]) => endpoints.map((one) => [`${one.method} ${one.path}`, one] as const);

describe('an address', () => {
  it.each(named(reads))('%s is the same in any case, with a slash at its end and with noCache', async (_name, endpoint) => {
    const plain = goodPath(endpoint);
    const upper = pathOf(
      { ...endpoint, path: endpoint.path.replaceAll(/\/\w+(?=\/|$)/g, (word) => word.toUpperCase()) },
      samples[endpoint.id]?.params ?? {},
    );
    const query = queryOf(endpoint);
    const { status } = await ask({ path: `${plain}?${query}` });
    for (const path of [
      `${plain}/?${query}`,
      `${upper}?${query}`,
      `${upper}/?${query}`,
      `${plain}?${query}&noCache=true`,
      `${plain}?${query}&noCache`,
    ]) {
      expect({ path, status: (await ask({ path })).status }).toEqual({ path, status });
    }
  });

  it.each(named(writes))('%s takes noCache', async (_name, endpoint) => {
    const call = { method: endpoint.method, body: endpoint.body && '[0]' };
    const { status } = await ask({ ...call, path: goodPath(endpoint) });
    expect((await ask({ ...call, path: `${goodPath(endpoint)}?noCache=true` })).status).toBe(status);
  });

  it.each(['/dxt/%E0%A4', '/dxt/%', '/dxt/%zz', '/customer/search/%C3%28', '/gate/%ff/open', '/%', '/%E0%A4%A'])(
    '%s, with a malformed escape, is refused as such',
    async (path) => {
      const answer = await askRaw(`/api${path}`);
      expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
      expect(answer.status, answer.text).toBeLessThan(500);
      expect(JSON.parse(answer.text)).toMatchObject({ requestId: expect.any(String) });
    },
  );

  it('with an escaped slash is one segment', async () => {
    expect(refusal(await ask({ path: '/dxt/ABC%2F123' })).code).toBe('customer_not_found');
  });

  it.each([4_000, 12_000])('of %i characters is refused in the one shape', async (length) => {
    for (const path of [`/dxt/${'A'.repeat(length)}`, `/${'A'.repeat(length)}`, `/dxt/A?type=${'A'.repeat(length)}`]) {
      expect([400, 404]).toContain((await ask({ path })).status);
    }
  });

  it('beyond all measure is turned away', async () => {
    const { status } = await askRaw(`/api/dxt/${'A'.repeat(40_000)}`);
    expect([400, 414, 431]).toContain(status);
  });

  it.each(['/nothing', '/', '', '/dxt', '/dxt/A/B/C/D', '//dxt/recent', '/../health'])('%j leads nowhere', async (path) => {
    const answer = await askRaw(`/api${path}`);
    expect(answer.status, answer.text).toBe(404);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'not_found' });
  });

  it.each(['//', '//[', 'http://[/api/config', '/\\', '*', '/api/../api/config', '/%2e%2e/etc/passwd'])(
    '%j, which is none of ours, leads nowhere',
    async (path) => {
      const { status, text } = await askRaw(path);
      expect([400, 404], text).toContain(status);
    },
  );

  it('may name a parameter once', async () => {
    const twice = refusal(await ask({ path: `/dxt/${member.plate}?redeem=no&redeem=yes` }));
    expect(twice.problems).toEqual([expect.objectContaining({ path: 'query.redeem' })]);
    expect((await ask({ path: `/dxt/${member.plate}?redeem[]=yes&__proto__=1&__proto__=2&constructor=3` })).status).toBe(200);
  });

  it('may have unknown parameters', async () => {
    const plain = await ask({ path: `/customer/${member.customer}/general` });
    expect(plain.status).toBe(200);
    const surprised = await ask({ path: `/customer/${member.customer}/general?surprise=1&surprise=2` });
    const { age: _, ...known } = JSON.parse(plain.text) as Record<string, unknown>;
    expect(JSON.parse(surprised.text)).toMatchObject(known);
  });
});

describe('a method', () => {
  const before = rowsBefore(() => cloud.database);

  it.each(named(reads))('HEAD does not reach GET %s', async (_name, endpoint) => {
    const query = endpoint.id === 'redeem' ? 'redeem=yes' : queryOf(endpoint);
    const answer = await ask({
      method: 'HEAD',
      path: `${goodPath(endpoint)}?${query}`,
      headers: { ...admin, 'idempotency-key': 'a-key-of-head' },
    });
    expect(answer.status).toBe(405);
  });

  it('of HEAD writes nothing', async () => {
    expect(await rowCounts(cloud.database)).toEqual(before());
  });

  it.each(named(allEndpoints))('PATCH does not reach %s, and the answer names what does', async (_name, endpoint) => {
    const answer = await ask({ method: 'PATCH', path: goodPath(endpoint), body: '{}' });
    expect(answer.status).toBe(405);
    expect(refusal(answer).code).toBe('method_not_allowed');
    expect(answer.headers.get('allow')?.split(', ')).toContain(endpoint.method);
    expect(answer.headers.get('allow')).not.toContain('HEAD');
  });

  it('that HTTP does not know so is refused in the one shape', async () => {
    const answer = await askRaw('/api/config', 'PROPFIND');
    expect(answer.status).toBe(405);
    expect(JSON.parse(answer.text)).toMatchObject({ requestId: expect.any(String) });
  });
});
