/** Older events, by the camera's own clock, are resent ones: their car may have left. */
const maxAgeMs = 10_000;
/** Two events that far apart and equally old are of a clock that was set back: what is resent comes at other intervals than it happened. */
const apartMs = 3_000;
const equalMs = 2_000;
/** A camera's clock that loses time gets a thousandth, which is more than any does. */
const driftPerMs = 0.001;

/**
 * Recognizes events that a camera resends after it was disconnected. Its clock may be wrong, so it is compared with the arrivals by this
 * process's clock: the least delayed event shows how far it is ahead.
 */
export class CameraClock {
  #ahead: number | null = null;
  #arrived = 0;
  #old: { ahead: number; arrived: number } | null = null;

  /**
   * @param at when the event happened by the camera's clock
   * @param arrived when it arrived, on the clock of `performance.now()`
   */
  isOld(at: number, arrived: number): boolean {
    const ahead = at - arrived;
    const known = this.#ahead;
    if (known !== null && ahead < known - maxAgeMs && !this.#wasSetBack(ahead, arrived)) {
      this.#old = { ahead, arrived };
      return true;
    }
    const expected = known === null || ahead < known - maxAgeMs ? ahead : known - (arrived - this.#arrived) * driftPerMs;
    this.#ahead = Math.max(ahead, expected);
    this.#arrived = arrived;
    this.#old = null;
    return false;
  }

  #wasSetBack(ahead: number, arrived: number): boolean {
    return this.#old !== null && arrived - this.#old.arrived >= apartMs && Math.abs(ahead - this.#old.ahead) <= equalMs;
  }
}
