interface DeviceClockOptions {
  /** An event that arrives later than this after it happened is old. */
  maxAgeMs: number;
  /** The known difference is trusted this much less per millisecond, so that a slow clock of a device does not make its events old. */
  drift: number;
}

/**
 * Judges how old an event is by the clock of its device, which may be years off. Nothing arrives before it happened, so what arrived with the
 * least delay shows how far that clock is ahead of `performance.now()` (docs/decisions/0081-old-reads.md).
 */
export class DeviceClock {
  readonly #maxAgeMs: number;
  readonly #drift: number;
  #ahead: { ms: number; at: number } | null = null;

  constructor({ maxAgeMs, drift }: DeviceClockOptions) {
    this.#maxAgeMs = maxAgeMs;
    this.#drift = drift;
  }

  /** Takes a time that the device has written just now. */
  sync(time: number, at: number): void {
    const known = this.#aheadAt(at);
    if (known === null || time - at > known) this.set(time, at);
  }

  /** Takes the time of a clock that was set back. */
  set(time: number, at: number): void {
    this.#ahead = { ms: time - at, at };
  }

  /**
   * @param time when the event happened, by the device's clock
   * @param at when it arrived, on `performance.now()`
   */
  isOld(time: number, at: number): boolean {
    const known = this.#aheadAt(at);
    if (known !== null && known - (time - at) > this.#maxAgeMs) return true;
    this.sync(time, at);
    return false;
  }

  #aheadAt(at: number): number | null {
    return this.#ahead && this.#ahead.ms - (at - this.#ahead.at) * this.#drift;
  }
}
