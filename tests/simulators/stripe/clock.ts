/** A source of due events: renewals, expiries. Times are epoch seconds. */
export interface Calendar {
  /** Returns the time of the next due event, if any. */
  nextDue(): number | undefined;
  /** Runs everything due at exactly `at`; the clock is stopped meanwhile. */
  run(at: number): void;
}

/**
 * The company's time at Stripe: system time plus an offset that only grows. Moving it stops at every due time of a calendar, in order, so
 * that a jump of a month has the effects of a month.
 */
export class MovableClock {
  readonly #system: () => number;
  readonly #calendars: Calendar[] = [];
  readonly #afterEach: () => void;
  #offsetMs: number;
  /** The current time in epoch milliseconds while a calendar runs; otherwise null. */
  #standing: number | null = null;

  /** @param afterEach called when everything due at one time is done */
  constructor(offsetMs = 0, system: () => number = Date.now, afterEach: () => void = () => undefined) {
    this.#afterEach = afterEach;
    this.#offsetMs = offsetMs;
    this.#system = system;
  }

  /** Milliseconds ahead of system time, stored across restarts and sent to clients that must agree. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Epoch seconds. */
  now(): number {
    return Math.floor((this.#standing ?? this.#system() + this.#offsetMs) / 1_000);
  }

  register(calendar: Calendar): void {
    this.#calendars.push(calendar);
  }

  /** Moves forward only. @throws RangeError for a past time */
  moveTo(epochMs: number): void {
    const ahead = epochMs - (this.#system() + this.#offsetMs);
    if (ahead < 0) throw new RangeError('Clock cannot be moved back');
    this.#runUntil(epochMs);
    this.#offsetMs += ahead;
  }

  /** Runs the events that fell due as time passed. */
  tick(): void {
    this.#runUntil(this.#system() + this.#offsetMs);
  }

  #runUntil(epochMs: number): void {
    for (;;) {
      const [next] = this.#calendars
        .flatMap((calendar) => {
          const at = calendar.nextDue();
          return at === undefined || at * 1_000 > epochMs ? [] : [{ calendar, at }];
        })
        .toSorted((a, b) => a.at - b.at);
      if (!next) return;
      this.#standing = next.at * 1_000;
      try {
        next.calendar.run(next.at);
      } finally {
        this.#standing = null;
      }
      this.#afterEach();
    }
  }
}
