import { DeviceClock } from '../device-clock.ts';

/** Two events that far apart and equally old are of a clock that was set back: what is resent comes at other intervals than it happened. */
const apartMs = 3_000;
const equalMs = 2_000;

/** Recognizes events that a camera resends after it was disconnected. */
export class CameraClock {
  /** Cameras are silent for hours, so their drift is allowed for generously. */
  readonly #clock = new DeviceClock({ maxAgeMs: 10_000, drift: 0.001 });
  #old: { ahead: number; arrived: number } | null = null;

  /**
   * @param at when the event happened by the camera's clock
   * @param arrived when it arrived, on the clock of `performance.now()`
   */
  isOld(at: number, arrived: number): boolean {
    if (!this.#clock.isOld(at, arrived)) {
      this.#old = null;
      return false;
    }
    const before = this.#old;
    const ahead = at - arrived;
    this.#old = { ahead, arrived };
    if (before === null || arrived - before.arrived < apartMs || Math.abs(ahead - before.ahead) > equalMs) return true;
    this.#clock.set(at, arrived);
    this.#old = null;
    return false;
  }
}
