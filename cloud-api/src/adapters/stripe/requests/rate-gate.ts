/** Waits are whole 64ths of a millisecond, which binary fractions hold exactly: nothing adds up to a call too many. */
const exact = 64;

/**
 * A rate of that many calls within any second. A sixth of them may begin together, the others follow evenly: calls that are bunched here
 * would arrive still more bunched, and be refused. Instants are milliseconds of a monotonic clock.
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

  /** The first instant from `now` on at which one more call may begin. */
  freeAt(now: number): number {
    return Math.max(now, this.#nextEven - this.#ahead, this.#restsUntil);
  }

  take(now: number): void {
    this.#nextEven = Math.max(now, this.#nextEven) + this.#spacing;
  }

  /** Nothing begins before `until`. */
  rest(until: number): void {
    this.#restsUntil = Math.max(this.#restsUntil, until);
  }
}
