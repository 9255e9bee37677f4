export interface RememberedReadsOptions<V> {
  read(key: string): Promise<V>;
  ttlMs: number;
  /** The most answers remembered; the oldest are forgotten first. */
  max: number;
  /** Milliseconds of a clock that only goes forward. */
  monotonic?: () => number;
}

interface Remembered<V> {
  value: Promise<V>;
  until: number;
}

/**
 * Recent answers of the database, for questions that come with every request. Callers that ask at the same time share one read; a read that
 * failed is not remembered.
 */
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

  /** For changes that concern an unknown number of keys. */
  forgetAll(): void {
    this.#kept.clear();
  }

  #readSnapshots(key: string): Promise<V> {
    const value = this.#options.read(key);
    const remembered = { value, until: this.#options.monotonic() + this.#options.ttlMs };
    // deleted first, so that the map's order is the order of the reads
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
