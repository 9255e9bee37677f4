import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memoryCache } from '@washdesk/cloud-api/adapters/memory-cache/memory-cache';
import { redisCache } from '@washdesk/cloud-api/adapters/redis-cache/redis-cache';
import { openLog } from '@washdesk/cloud-api/http/log';
import type { Cache } from '@washdesk/cloud-api/ports/cache';
import { accepts, freePort } from '@washdesk/local-servers/ports';
import { provideRedis } from '@washdesk/local-servers/redis-distribution';
import { until } from '@washdesk/test-support/until';

const redis = await provideRedis();
if ('missing' in redis && process.env['CI']) throw new Error(redis.missing);
if ('missing' in redis) console.log(`Not run with Redis: ${redis.missing}`);
const log = openLog('silent');

async function startRedis(port: number): Promise<ChildProcess> {
  if ('missing' in redis) throw new Error(redis.missing);
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp'];
  const server = spawn(redis.server, settings, { env: { ...process.env, LD_LIBRARY_PATH: redis.libraries }, stdio: 'ignore' });
  await until('Redis listens', async () => ((await accepts(port)) ? true : null));
  return server;
}

async function kill(server: ChildProcess): Promise<void> {
  const gone = once(server, 'exit');
  server.kill('SIGKILL');
  await gone;
}

let server: ChildProcess;
let port: number;
beforeAll(async () => {
  port = await freePort();
  if (!('missing' in redis)) server = await startRedis(port);
});
afterAll(() => ('missing' in redis ? undefined : kill(server)));

const stores: [string, () => Cache][] = [['memory', memoryCache]];
if (!('missing' in redis)) stores.push(['redis', () => redisCache(`redis://127.0.0.1:${port}`, log)]);

describe.each(stores)('the cache by %s', (store, make) => {
  let cache: Cache;
  beforeEach(async () => {
    cache = make();
    await cache.start();
    await cache.clear();
  });
  afterEach(() => cache.stop());

  it('keeps values as JSON has them, each apart', async () => {
    const plans = [{ name: 'Super Kiss', amount: 2_999, site: null }];
    await cache.set('plans:1', plans, 60);
    plans[0]!.amount = 1;
    expect(await cache.get('plans:1')).toEqual([{ name: 'Super Kiss', amount: 2_999, site: null }]);
    expect(await cache.get('plans:2')).toBeUndefined();
  });

  it('forgets a value when its time is over', async () => {
    await cache.set('short', 'here', 1);
    expect(await cache.get('short')).toBe('here');
    await until('it is forgotten', async () => ((await cache.get('short')) === undefined ? true : null));
    expect(await cache.count('')).toBe(0);
  });

  it('lists its keys by name, a page at a time, also those with signs that a pattern would read', async () => {
    const names = ['a*b', 'a?b', 'a[b]', 'plans:1', 'plans:2'];
    for (const name of names) await cache.set(name, 1, 60);
    expect(await cache.count('')).toBe(5);
    const first = await cache.keys('', '', 2);
    expect(first.map(({ key }) => key)).toEqual(names.slice(0, 2));
    expect((await cache.keys('', 'a?b', 10)).map(({ key }) => key)).toEqual(names.slice(2));
    expect((await cache.keys('*', '', 10)).map(({ key }) => key)).toEqual(['a*b']);
    expect(first[0]!.expiresInSeconds).toBeGreaterThan(50);
    expect(first[0]!.expiresInSeconds).toBeLessThanOrEqual(60);
  });

  it('deletes one key, and clears all', async () => {
    await cache.set('one', 1, 60);
    await cache.set('two', 2, 60);
    expect([await cache.delete('one'), await cache.delete('one')]).toEqual([true, false]);
    expect(await cache.clear()).toBe(1);
    expect(await cache.get('two')).toBeUndefined();
  });

  it('says what it is', async () => {
    await cache.set('one', 1, 60);
    expect(await cache.info()).toMatchObject({ store, available: true, entries: 1, bytes: expect.any(Number) as number });
  });
});

describe.skipIf('missing' in redis)('a Redis that goes away', () => {
  it('is as good as an empty cache, and is used again once it is back', async () => {
    const away = await freePort();
    const cache = redisCache(`redis://127.0.0.1:${away}`, log);
    await cache.start();
    expect([await cache.get('one'), await cache.delete('one'), await cache.clear(), await cache.keys('', '', 5)]).toEqual([
      undefined,
      false,
      0,
      [],
    ]);
    await cache.set('one', 1, 60);
    expect(await cache.info()).toEqual({ store: 'redis', available: false, entries: 0, bytes: null, version: null });
    const late = await startRedis(away);
    await until('the cache is back', async () => ((await cache.info()).available ? true : null));
    await cache.set('one', 1, 60);
    expect(await cache.get('one')).toBe(1);
    await kill(late);
    expect(await cache.get('one')).toBeUndefined();
    await cache.stop();
  });
});
