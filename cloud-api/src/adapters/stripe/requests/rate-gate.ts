/** Waits are whole 64ths of a millisecond, which binary fractions represent exactly, so that rounding never admits an extra call. */
const exact = 64;

/**
 * Limits calls within any one second. A sixth of them may begin together, the others follow evenly: bunched calls would arrive even more
 * bunched and be rejected. Instants are milliseconds of a monotonic clock.
 */
export class RateGate {
  readonly #spacing: number;
  /** How far ahead of the even rate calls may run. */
  readonly #ahead: number;
  #nextEven = -Infinity;
  #restsUntil = -Infinity;

  constructor(perSecond: number) {
    const together = Math.ceil(perSecond / 6);
    this.#spacing = Math.ceil((1_000 * exact) / (perSecond - together + 1)) / exact;
    this.#ahead = (together - 1) * this.#spacing;
  }

  /** Returns the first instant from `now` on at which one more call may begin. */
  freeAt(now: number): number {
    return Math.max(now, this.#nextEven - this.#ahead, this.#restsUntil);
  }

  take(now: number): void {
    this.#nextEven = Math.max(now, this.#nextEven) + this.#spacing;
  }

  /** Blocks calls until `until`. */
  rest(until: number): void {
    this.#restsUntil = Math.max(this.#restsUntil, until);
  }
}
