export interface RememberedReadsOptions<V> {
  read(key: string): Promise<V>;
  ttlMs: number;
  /** Maximum number of cached answers; the oldest are evicted first. */
  max: number;
  /** Milliseconds of a monotonic clock. */
  monotonic?: () => number;
}

interface Remembered<V> {
  value: Promise<V>;
  until: number;
}

/** Recent results of database reads that every request needs. Concurrent callers share one read; a failed read is not cached. */
export class RememberedReads<V> {
  readonly #options: Required<RememberedReadsOptions<V>>;
  readonly #kept = new Map<string, Remembered<V>>();

  constructor(options: RememberedReadsOptions<V>) {
    this.#options = { monotonic: () => performance.now(), ...options };
  }

  get(key: string): Promise<V> {
    const kept = this.#kept.get(key);
    if (kept && kept.until > this.#options.monotonic()) return kept.value;
    return this.#readSnapshots(key);
  }

  forget(key: string): void {
    this.#kept.delete(key);
  }

  /** For changes that affect an unknown number of keys. */
  forgetAll(): void {
    this.#kept.clear();
  }

  #readSnapshots(key: string): Promise<V> {
    const value = this.#options.read(key);
    const remembered = { value, until: this.#options.monotonic() + this.#options.ttlMs };
    // deleted first, so that the map is in read order
    this.#kept.delete(key);
    this.#kept.set(key, remembered);
    value.catch(() => {
      if (this.#kept.get(key) === remembered) this.#kept.delete(key);
    });
    this.#dropOldest();
    return value;
  }

  #dropOldest(): void {
    if (this.#kept.size <= this.#options.max) return;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.#kept.delete(oldest);
  }
}
