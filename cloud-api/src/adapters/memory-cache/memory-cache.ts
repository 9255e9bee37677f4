import { LRUCache } from 'lru-cache';
import type { Cache } from '../../ports/cache.ts';

const mostEntries = 1_000;
const mostCharacters = 16_000_000;

/** The cache in this process. Evicts the least recently used value. */
export function memoryCache(): Cache {
  // JSON, so that callers cannot change each other's values and both stores return the same
  const values = new LRUCache<string, string>({
    max: mostEntries,
    maxSize: mostCharacters,
    sizeCalculation: (value, key) => value.length + key.length,
    ttlAutopurge: false,
  });
  const matching = (search: string): string[] => {
    values.purgeStale();
    return [...values.keys()].filter((key) => key.includes(search)).toSorted();
  };
  return {
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(values.clear()),
    get: (key) => {
      const value = values.get(key);
      return Promise.resolve(value === undefined ? undefined : (JSON.parse(value) as unknown));
    },
    set: (key, value, seconds) => {
      values.set(key, JSON.stringify(value), { ttl: seconds * 1_000 });
      return Promise.resolve();
    },
    delete: (key) => Promise.resolve(values.delete(key)),
    keys: (search, after, most) =>
      Promise.resolve(
        matching(search)
          .filter((key) => key > after)
          .slice(0, most)
          .map((key) => ({ key, expiresInSeconds: Math.ceil(values.getRemainingTTL(key) / 1_000) })),
      ),
    count: (search) => Promise.resolve(matching(search).length),
    clear: () => {
      const { length } = matching('');
      values.clear();
      return Promise.resolve(length);
    },
    info: () => {
      const { length } = matching('');
      return Promise.resolve({ store: 'memory', available: true, entries: length, bytes: values.calculatedSize, version: null });
    },
  };
}
