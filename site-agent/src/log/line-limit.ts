const windowMs = 1_000;

/** Limits the lines of a log per second, so that a fault in a loop neither fills the disk nor pushes out what led to it. */
export class LineLimit {
  readonly #perSecond: number;
  readonly #now: () => number;
  #began = -Infinity;
  #taken = 0;
  #dropped = 0;

  constructor(perSecond: number, now = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#now = now;
  }

  /** @returns whether a line may be written, and how many were dropped before it */
  take(): { allowed: boolean; dropped: number } {
    const now = this.#now();
    if (now - this.#began >= windowMs) {
      this.#began = now;
      this.#taken = 0;
    }
    this.#taken += 1;
    if (this.#taken > this.#perSecond) {
      this.#dropped += 1;
      return { allowed: false, dropped: 0 };
    }
    const dropped = this.#dropped;
    this.#dropped = 0;
    return { allowed: true, dropped };
  }
}
