import { z } from 'zod';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { nextPage, pageCursor, trimmedText } from '../values.ts';

const cacheInfo = z.object({
  store: z.enum(['memory', 'redis']),
  /** False while the store is unreachable: values are then computed again. */
  available: z.boolean(),
  entries: z.int(),
  /** The store's total size; null if it does not report one. */
  bytes: z.int().nullable(),
  version: z.string().nullable(),
  /** Whether the caller is the employee who may clear the whole cache. */
  mayClear: z.boolean(),
});
export type CacheInfoView = z.infer<typeof cacheInfo>;

export const getCacheInfo = endpoint({
  id: 'getCacheInfo',
  method: 'GET',
  path: '/admin/redis/info',
  access: atLeastRole('Admin'),
  summary: 'State and size of the cache',
  response: cacheInfo,
});

const cachedKey = z.object({ key: z.string(), expiresInSeconds: z.int() });
export type CachedKeyView = z.infer<typeof cachedKey>;

/** Lists keys by name, 50 per page, without their values. */
export const listCacheKeys = endpoint({
  id: 'listCacheKeys',
  method: 'GET',
  path: '/admin/redis/keys',
  access: atLeastRole('Admin'),
  summary: 'The keys in the cache',
  query: z.object({ search: trimmedText(100).optional(), page: pageCursor.optional() }),
  response: z.object({ keys: z.array(cachedKey), count: z.int(), next_page: nextPage }),
});

/** Deletes a key; its value is computed again on demand. 404 `key_not_found`. */
export const deleteCacheKey = endpoint({
  id: 'deleteCacheKey',
  method: 'DELETE',
  path: '/admin/redis/{key}',
  access: atLeastRole('Admin'),
  idempotency: 'optional',
  summary: 'Delete a key from the cache',
  params: z.object({ key: z.string().min(1).max(300) }),
  response: z.object({ deleted: z.literal(true) }),
});

/** 403 `not_permitted` for everyone except the employee of the setting `cacheClearEmployeeId`. */
export const clearCache = endpoint({
  id: 'clearCache',
  method: 'DELETE',
  path: '/admin/flushredis',
  access: atLeastRole('Admin'),
  idempotency: 'optional',
  summary: 'Clear the whole cache',
  response: z.object({ cleared: z.int() }),
});
