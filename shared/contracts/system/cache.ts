import { z } from 'zod';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { nextPage, pageCursor, trimmedText } from '../values.ts';

const cacheInfo = z.object({
  store: z.enum(['memory', 'redis']),
  /** False while it cannot be reached: everything is then computed anew. */
  available: z.boolean(),
  entries: z.int(),
  /** What the store takes in all; null where it does not say. */
  bytes: z.int().nullable(),
  version: z.string().nullable(),
  /** Whether the caller is the one employee who may clear all of it. */
  mayClear: z.boolean(),
});
export type CacheInfoView = z.infer<typeof cacheInfo>;

export const getCacheInfo = endpoint({
  id: 'getCacheInfo',
  method: 'GET',
  path: '/admin/redis/info',
  access: atLeastRole('Admin'),
  summary: 'What the cache is and holds',
  response: cacheInfo,
});

const cachedKey = z.object({ key: z.string(), expiresInSeconds: z.int() });
export type CachedKeyView = z.infer<typeof cachedKey>;

/** By name, 50 a page; their values are never told. */
export const listCacheKeys = endpoint({
  id: 'listCacheKeys',
  method: 'GET',
  path: '/admin/redis/keys',
  access: atLeastRole('Admin'),
  summary: 'The keys in the cache',
  query: z.object({ search: trimmedText(100).optional(), page: pageCursor.optional() }),
  response: z.object({ keys: z.array(cachedKey), count: z.int(), next_page: nextPage }),
});

/** 404 `key_not_found`. What it held is computed anew when it is asked for. */
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

/** 403 `not_permitted` for everybody but the employee of the setting `cacheClearEmployeeId`. */
export const clearCache = endpoint({
  id: 'clearCache',
  method: 'DELETE',
  path: '/admin/flushredis',
  access: atLeastRole('Admin'),
  idempotency: 'optional',
  summary: 'Clear the whole cache',
  response: z.object({ cleared: z.int() }),
});
