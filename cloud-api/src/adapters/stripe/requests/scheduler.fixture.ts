import type { Scheduler } from './limiter.ts';

/** A monotonic clock that only a test moves. */
export class TestScheduler implements Scheduler {
  #now = 0;
  #alarms: { at: number; task: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, task: () => void): void {
    this.#alarms.push({ at: this.#now + ms, task });
  }

  /** Moves the clock, alarm by alarm, and lets the woken code run before the next alarm. */
  async moveTo(instant: number): Promise<void> {
    for (;;) {
      await settled();
      const next = this.#alarms.toSorted((a, b) => a.at - b.at)[0];
      if (!next || next.at > instant) break;
      this.#alarms = this.#alarms.filter((alarm) => alarm !== next);
      this.#now = next.at;
      next.task();
    }
    this.#now = instant;
    await settled();
  }
}

/** Resolves after all promises that are already resolved. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
