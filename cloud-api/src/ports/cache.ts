export interface CacheInfo {
  store: 'memory' | 'redis';
  /** False while the store is unreachable: everything is then computed again. */
  available: boolean;
  entries: number;
  /** Capacity in bytes; null if the store does not report it. */
  bytes: number | null;
  /** The server's version; null for the memory of this process. */
  version: string | null;
}

export interface CachedKey {
  key: string;
  expiresInSeconds: number;
}

/**
 * Only values that can be computed again at any time: never sessions, keys, limits or jobs (docs/decisions/0033-cache.md). An unreachable
 * store has no values and throws nothing.
 */
export interface Cache {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** @returns the stored value as JSON; undefined if there is none */
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown, seconds: number): Promise<void>;
  /** @returns whether it existed */
  delete(key: string): Promise<boolean>;
  /** Returns at most `most` keys after `after`, by name. */
  keys(search: string, after: string, most: number): Promise<CachedKey[]>;
  count(search: string): Promise<number>;
  /** @returns how many there were */
  clear(): Promise<number>;
  info(): Promise<CacheInfo>;
}
