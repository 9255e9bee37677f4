export interface CacheInfo {
  store: 'memory' | 'redis';
  /** False while the store cannot be reached: everything is then computed anew. */
  available: boolean;
  entries: number;
  /** Bytes that the store takes in all; null where it does not say. */
  bytes: number | null;
  /** The server's version; null for the memory of this process. */
  version: string | null;
}

export interface CachedKey {
  key: string;
  expiresInSeconds: number;
}

/**
 * Values that can be computed anew at any time, and nothing else: never sessions, keys, limits or jobs (docs/decisions/0033-cache.md). A store
 * that cannot be reached has no values and throws nothing.
 */
export interface Cache {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Undefined where there is none. @returns what was set, as JSON has it */
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown, seconds: number): Promise<void>;
  /** @returns whether it was there */
  delete(key: string): Promise<boolean>;
  /** By name; at most `most` behind `after`. */
  keys(search: string, after: string, most: number): Promise<CachedKey[]>;
  count(search: string): Promise<number>;
  /** @returns how many there were */
  clear(): Promise<number>;
  info(): Promise<CacheInfo>;
}
