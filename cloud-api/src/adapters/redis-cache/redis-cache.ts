import { createClient } from '@redis/client';
import type { Logger } from 'pino';
import type { Cache, CachedKey, CacheInfo } from '../../ports/cache.ts';

/** Prefix of each key: other programs may use the same server. */
const prefix = 'washdesk:';
const connectsWithinMs = 2_000;
const answersWithinMs = 500;
const reconnectsEveryMs = 1_000;
const scannedAtOnce = 500;

/** Escapes the wildcards of a Redis pattern. */
const escaped = (text: string): string => text.replaceAll(/[\\*?[\]]/g, String.raw`\$&`);

/** The cache shared by all servers of a company. An unavailable server counts as empty; this is logged once. */
export function redisCache(url: string, log: Logger): Cache {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: answersWithinMs },
    socket: { connectTimeout: connectsWithinMs, reconnectStrategy: () => reconnectsEveryMs },
  });
  let isAway = false;
  const away = (error: unknown): void => {
    if (!isAway) log.warn({ err: error }, 'Cache unavailable; values are computed again');
    isAway = true;
  };
  client.on('error', away);
  client.on('ready', () => {
    if (isAway) log.info('Cache available again');
    isAway = false;
  });

  async function orElse<T>(otherwise: T, ask: () => Promise<T>): Promise<T> {
    if (!client.isReady) return otherwise;
    try {
      return await ask();
    } catch (error) {
      away(error);
      return otherwise;
    }
  }

  async function names(search: string): Promise<string[]> {
    const found: string[] = [];
    for await (const part of client.scanIterator({ MATCH: `${prefix}*${escaped(search)}*`, COUNT: scannedAtOnce })) found.push(...part);
    // a scan may return a key twice
    return [...new Set(found)].map((key) => key.slice(prefix.length)).toSorted();
  }

  return {
    async start() {
      // the client keeps connecting in the background after the start
      await Promise.race([client.connect().catch(away), new Promise((resolve) => setTimeout(resolve, connectsWithinMs).unref())]);
    },
    stop: () => Promise.resolve(client.destroy()),
    get: (key) =>
      orElse<unknown>(undefined, async () => {
        const value = await client.get(prefix + key);
        return value === null ? undefined : (JSON.parse(value) as unknown);
      }),
    set: (key, value, seconds) =>
      orElse<void>(
        undefined,
        async () => void (await client.set(prefix + key, JSON.stringify(value), { expiration: { type: 'EX', value: Math.ceil(seconds) } })),
      ),
    delete: (key) => orElse(false, async () => (await client.del(prefix + key)) > 0),
    keys: (search, after, most) =>
      orElse<CachedKey[]>([], async () => {
        const shown = (await names(search)).filter((key) => key > after).slice(0, most);
        return Promise.all(shown.map(async (key) => ({ key, expiresInSeconds: Math.max(0, await client.ttl(prefix + key)) })));
      }),
    count: (search) => orElse(0, async () => (await names(search)).length),
    clear: () =>
      orElse(0, async () => {
        const all = await names('');
        for (let at = 0; at < all.length; at += scannedAtOnce)
          await client.del(all.slice(at, at + scannedAtOnce).map((key) => prefix + key));
        return all.length;
      }),
    info: () =>
      orElse<CacheInfo>({ store: 'redis', available: false, entries: 0, bytes: null, version: null }, async () => {
        const told = await client.info();
        const line = (name: string): string | null => new RegExp(`^${name}:(.+?)\r?$`, 'm').exec(told)?.[1] ?? null;
        const bytes = line('used_memory');
        const { length } = await names('');
        return {
          store: 'redis' as const,
          available: true,
          entries: length,
          bytes: bytes === null ? null : Number(bytes),
          version: line('redis_version'),
        };
      }),
  };
}
