import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '@washdesk/contracts/all';
import { onlineColors } from '@washdesk/contracts/billing/online';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import type { Principal } from '../common/caller.ts';
import { CardHandles } from '../common/card-handles.ts';
import { mountRoutes } from './mount.ts';
import { bySpecificity, wellFormedEscapes } from './paths.ts';
import { route } from './route.ts';

const bound = allEndpoints.map((endpoint) => ({ endpoint, handle: () => Promise.resolve({}) }));
const example = ({ path }: Endpoint): string => `/api${path.replaceAll(/\{\w+\}/g, 'abc-1')}`;

describe('the mounted routes', () => {
  const approvals = { use: (_token: string, principal: Principal) => Promise.resolve(principal) };
  const presences = { of: () => Promise.resolve('recent' as const) };
  const cardHandles = new CardHandles(generateKeyPairSync('ed25519').privateKey);
  const peopleShown = { show: () => Promise.resolve(), take: () => Promise.resolve() };
  const numberLookups = { begin: () => Promise.resolve(() => Promise.resolve()) };
  const derivedKeys = { keyOf: () => Promise.resolve('derived-1'), ended: () => Promise.resolve() };
  const mounting = { secureCookies: false, approvals, presences, cardHandles, derivedKeys, peopleShown, numberLookups };
  const router = mountRoutes(bound, mounting);

  it.each(allEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s is reached by its own address',
    (_name, endpoint) => {
      for (const address of [example(endpoint), `${example(endpoint)}/`, example(endpoint).toUpperCase()]) {
        const { pathAndMethod } = router.match(address, endpoint.method);
        expect({ address, path: pathAndMethod[0]?.path }).toEqual({
          address,
          path: `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        });
      }
    },
  );

  it('are not found by another resource, or without one', () => {
    for (const address of ['/api', '/api/', '/api/unknown/abc-1', '//api/signature', '/signature'])
      expect({ address, path: router.match(address, 'GET').path }).toEqual({ address, path: [] });
    expect(router.match('/api/dxt/abc-1', 'DELETE')).toMatchObject({ route: false, path: [{ path: '/api/dxt/:code' }] });
  });

  it('are found again at the same path, by method, in a list of the request alone', () => {
    const [first, second] = [router.match('/api/signature', 'GET'), router.match('/api/signature', 'GET')];
    expect(second).toEqual(first);
    expect(second.path).not.toBe(first.path);
    const methods = ['GET', 'PUT', 'DELETE'].map((method) =>
      router.match('/api/signature', method).pathAndMethod.map((layer) => layer.methods),
    );
    expect(methods).toEqual([[['GET']], [['PUT']], []]);
  });

  it.each([
    ['is kept by a browser as its route says', [], 'private, max-age=300'],
    ['is stored nowhere if it has a new secret of a device', ['washdesk_device=new; Path=/'], 'no-store'],
  ])('a response %s', async (_what, secrets, expected) => {
    const colors = route(onlineColors, ({ reply }) => {
      reply.header('Cache-Control', 'private, max-age=300');
      return Promise.resolve({ colors: [], count: 0 });
    });
    const app = new Koa();
    app.use((ctx, next) => {
      ctx.state['caller'] = { principal: null, device: null, member: null, ip: '127.0.0.1', proxy: undefined, requestId: 'request-1' };
      for (const secret of secrets) ctx.append('Set-Cookie', secret);
      return next();
    });
    app.use(mountRoutes([colors], mounting).routes());
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/online/colors`);
    server.close();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, expected]);
  });

  it('has no two contracts of one address', () => {
    const addresses = allEndpoints.map(({ method, path }) => `${method} ${path.toLowerCase().replaceAll(/\{\w+\}/g, '{}')}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('names every contract once', () => {
    expect(new Set(allEndpoints.map(({ id }) => id)).size).toBe(allEndpoints.length);
  });
});

describe('bySpecificity', () => {
  it('puts literal segments first at every position', () => {
    const paths = ['/dxt/{code}', '/thecard/{card}/{field}/{value}', '/dxt/hosts', '/thecard/{card}/groups/{group}'];
    expect(paths.toSorted(bySpecificity)).toEqual(
      ['/dxt/hosts', '/thecard/{card}/groups/{group}', '/dxt/{code}', '/thecard/{card}/{field}/{value}'].toSorted(bySpecificity),
    );
    expect(bySpecificity('/dxt/hosts', '/dxt/{code}')).toBeLessThan(0);
    expect(bySpecificity('/thecard/{card}/{field}/{value}', '/thecard/{card}/groups/{group}')).toBeGreaterThan(0);
  });
});

describe('wellFormedEscapes', () => {
  it.each([
    ['/dxt/%E0%A4', false],
    ['/dxt/%', false],
    ['/dxt/ABC%20123', true],
    ['/dxt/ABC123-IL', true],
  ])('%s: %s', (path, expected) => {
    expect(wellFormedEscapes(path)).toBe(expected);
  });
});
