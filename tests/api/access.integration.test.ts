import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyCaller, signedIn, type Callers, type Headers } from '@washdesk/cloud-api/testing/callers';
import { pathOf, refusal, send, type Answer } from '@washdesk/cloud-api/testing/calls';
import { startCloud, type Cloud } from '@washdesk/cloud-api/testing/cloud';
import { allEndpoints } from '@washdesk/contracts/all';
import { callsByEffect } from '@washdesk/contracts/effects';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import { listLocations } from '@washdesk/contracts/sites/location';
import { Role, roleNames, type RoleName } from '@washdesk/rules/company/roles';

let cloud: Cloud;
let callers: Callers;

beforeAll(async () => {
  cloud = await startCloud({ WASHDESK_REDEEM: 'no' });
  callers = await everyCaller(cloud);
});
afterAll(() => cloud.stop());

type CallerName = 'nobody' | 'member' | 'device' | 'service' | RoleName;
const callerNames: readonly CallerName[] = ['nobody', 'member', 'device', 'service', ...roleNames];

const isRole = (name: CallerName): name is RoleName => (roleNames as readonly string[]).includes(name);
const headersOf = (name: CallerName): Headers => (isRole(name) ? callers.staff[name] : callers[name]);
const rolesOf = (name: CallerName): number => (isRole(name) ? Role[name] : 0);

/** The statuses that the contract's access implies for a caller, written independently of the code under test. */
function expected({ id, access }: Endpoint, name: CallerName): 'open' | 401 | 403 {
  if (access.kind === 'public') return 'open';
  // a member's session opens the calls of members and no other; no other session opens them
  if (access.kind === 'member') return name === 'member' ? 'open' : 401;
  if (name === 'nobody' || name === 'member') return 401;
  // the device in these tests is a register
  if (access.kind === 'device') return name === 'device' && access.kinds?.includes('register') === false ? 403 : 'open';
  if (name === 'device') return 401;
  if (name === 'service' && callsByEffect.rights.includes(id)) return 403;
  if (access.kind === 'signedIn') return 'open';
  if (access.kind === 'granted') return name === access.role || name === 'Admin' ? 'open' : 403;
  const enough = access.kind === 'exact' ? rolesOf(name) === Role[access.role] : rolesOf(name) >= Role[access.role];
  return enough ? 'open' : 403;
}

/** A call that is rejected with 400 once its caller is admitted, if the contract has a body or query. */
function formless(endpoint: Endpoint): { method: string; path: string; body: string | undefined } {
  const tooLong = Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((name) => [name, '!'.repeat(200)]));
  return { method: endpoint.method, path: pathOf(endpoint, tooLong), body: endpoint.body && '[0]' };
}

/** The refresh is open to all, but a caller without a refresh token has no session to renew; a configuration is read by a site's agent. */
const statusPastAccess: Readonly<Record<string, number>> = { refreshToken: 403, clearCache: 403, agentConfiguration: 403 };

/** The sign-out of a member comes last, because the other calls need the session. */
const last = (id: string): number => Number(id === 'endMemberSession');
const named = allEndpoints
  .toSorted((a, b) => last(a.id) - last(b.id))
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe('the door of every contract', () => {
  it.each(named)('%s opens exactly for the roles of its access', async (_name, endpoint) => {
    for (const name of callerNames) {
      const answer = await send(cloud.url, { ...formless(endpoint), headers: headersOf(name) });
      const wanted = expected(endpoint, name);
      const seen = `${name}: ${answer.status} ${answer.text}`;
      if (wanted !== 'open') {
        expect(answer.status, seen).toBe(wanted);
        expect(refusal(answer).code).toBe(wanted === 401 ? 'unauthorized' : 'forbidden');
      } else if (answer.status === 401 || answer.status === 403) {
        expect(answer.status, seen).toBe(statusPastAccess[endpoint.id]);
      }
    }
  });
});

describe('a caller', () => {
  const ask = (headers: Headers, path = '/dxt/recent'): Promise<Answer> => send(cloud.url, { method: 'GET', path, headers });

  it.each([
    ['no token at all', 'Bearer'],
    ['a token that is none', 'Bearer abc.def.ghi'],
    ['a token without signature', `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`],
    ['another scheme', 'Basic c2FtOnBhc3N3b3Jk'],
    ['a very long token', `Bearer ${'a'.repeat(8_000)}`],
  ])('with %s is not signed in', async (_name, authorization) => {
    expect((await ask({ authorization })).status).toBe(401);
  });

  it('at a register sees its own site alone, unless a manager chooses another for a sign-up or a search', async () => {
    const sitesSeenBy = async (headers: Headers): Promise<string[]> => {
      const { text } = await ask({ ...callers.device, ...headers }, '/location');
      return listLocations.response.parse(JSON.parse(text)).locations.map(({ metadata }) => metadata.site);
    };
    const namesKnownTo = async (headers: Headers) => {
      const { text } = await ask({ ...callers.device, ...headers }, '/location');
      return listLocations.response.parse(JSON.parse(text)).sites?.map(({ site, name, time_zone }) => [site, name, time_zone]);
    };
    // of all sites, a user gets number, name and time zone
    expect(await namesKnownTo(callers.staff.User)).toEqual([
      [12, 'Joliet', 'America/Chicago'],
      [27, 'Merrillville', 'America/Chicago'],
    ]);
    expect(await namesKnownTo({})).toBeUndefined();
    expect(await sitesSeenBy({})).toEqual(['12']);
    expect(await sitesSeenBy(callers.staff.User)).toEqual(['12']);
    expect(await sitesSeenBy(callers.staff.SalesManager)).toEqual(['12', '27']);
    const moved = await send(cloud.url, {
      method: 'POST',
      path: '/auth/location',
      headers: { ...callers.device, ...callers.staff.SalesManager },
      body: JSON.stringify({ locationId: 'tml_Merrillville27' }),
    });
    expect(refusal(moved)).toMatchObject({ code: 'other_site' });
  });

  it('with a changed token is not signed in', async () => {
    const { authorization = '' } = await signedIn(cloud, { roles: Role.Cashier });
    expect((await ask({ authorization })).status).toBe(200);
    const [head, payload = '', signature] = authorization.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const raised = Buffer.from(JSON.stringify({ ...claims, roles: Role.Admin })).toString('base64url');
    expect((await ask({ authorization: [head, raised, signature].join('.') }, '/device')).status).toBe(401);
  });

  it('with a cookie of no device is not signed in', async () => {
    expect((await ask({ cookie: '__Host-washdesk_device=guessed' }, '/promo')).status).toBe(401);
    expect((await ask({ cookie: `__Host-washdesk_device=${'%00'.repeat(20)}` }, '/promo')).status).toBe(401);
  });

  it('who works nowhere yet is asked to choose a location', async () => {
    const headers = await signedIn(cloud, { roles: Role.Cashier, site: null });
    expect(refusal(await ask(headers))).toMatchObject({ code: 'no_location' });
  });
});

describe("an agent's roster", () => {
  it('is for the program of a site and for no person, not even an Admin', async () => {
    const path = '/agent/roster?since=0';
    expect((await send(cloud.url, { method: 'GET', path, headers: callers.service })).status).toBe(200);
    for (const name of roleNames) {
      const answer = await send(cloud.url, { method: 'GET', path, headers: callers.staff[name] });
      expect(refusal(answer).code, name).toBe('forbidden');
    }
  });

  it('is not for the program of no site', async () => {
    const headers = await signedIn(cloud, { roles: Role.Admin, kind: 'service', site: null });
    expect(refusal(await send(cloud.url, { method: 'GET', path: '/agent/roster?since=0', headers })).code).toBe('forbidden');
  });
});

it('answers every caller only what the contract says, as this installation is configured', async () => {
  const config = async (headers: Headers) => (await send(cloud.url, { method: 'GET', path: '/config', headers })).text;
  expect(JSON.parse(await config(callers.nobody))).toMatchObject({ configOptions: null });
  expect(JSON.parse(await config(callers.device))).toMatchObject({ configOptions: { redeem: 'no' } });
});
