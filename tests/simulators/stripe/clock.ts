/** Something that falls due by the calendar: renewals, expiries. Instants are epoch seconds. */
export interface Calendar {
  /** When something next falls due, if anything does. */
  nextDue(): number | undefined;
  /** Does all that is due at that very instant; the clock stands there meanwhile. */
  run(at: number): void;
}

/**
 * The company's time at Stripe: the system's plus an offset that only grows. Moving it stops at every instant at which a
 * calendar has something due, in order, so that a month's jump does what the month would have done.
 */
export class MovableClock {
  readonly #system: () => number;
  readonly #calendars: Calendar[] = [];
  readonly #afterEach: () => void;
  #offsetMs: number;
  /** Set while a calendar runs: its instant, in epoch milliseconds. */
  #standing: number | null = null;

  /** @param afterEach told when all that was due at an instant is done */
  constructor(offsetMs = 0, system: () => number = Date.now, afterEach: () => void = () => undefined) {
    this.#afterEach = afterEach;
    this.#offsetMs = offsetMs;
    this.#system = system;
  }

  /** Milliseconds before the system's time, to be kept over a restart and told to whoever must agree. */
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

  /** Forward only. @throws RangeError for an instant that is past */
  moveTo(epochMs: number): void {
    const ahead = epochMs - (this.#system() + this.#offsetMs);
    if (ahead < 0) throw new RangeError('the clock cannot be moved back');
    this.#runUntil(epochMs);
    this.#offsetMs += ahead;
  }

  /** Catches up with what fell due while time passed by itself. */
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
