const hourMs = 3_600_000;
const hours = 24;

/** How fast something grows, over the last 24 hours at most. Times are monotonic milliseconds. */
export class GrowthRate {
  readonly #startedAt: number;
  /** What was added in each hour since the start, by the hour's number. */
  readonly #added = new Map<number, number>();

  constructor(now: number) {
    this.#startedAt = now;
  }

  add(amount: number, now: number): void {
    const hour = this.#hourOf(now);
    this.#added.set(hour, (this.#added.get(hour) ?? 0) + amount);
    for (const old of this.#added.keys()) if (old <= hour - hours) this.#added.delete(old);
  }

  /** Returns the growth per hour; a start less than an hour ago counts as one hour. */
  perHour(now: number): number {
    const since = Math.max(0, this.#hourOf(now) - hours + 1);
    const added = [...this.#added].reduce((sum, [hour, amount]) => (hour >= since ? sum + amount : sum), 0);
    return added / Math.max(1, (now - this.#startedAt) / hourMs - since);
  }

  #hourOf(now: number): number {
    return Math.floor((now - this.#startedAt) / hourMs);
  }
}
