const stalledMs = 2_000;
const mostBytes = 1_000_000_000;
/** A stall is a problem for this long, because it is over when it can be reported. */
const toldMs = 60_000;

/** Watches this process by a timer that is due every `everyMs`: a late one means that nothing else ran either. */
export class ProcessWatch {
  readonly #everyMs: number;
  #last: number;
  readonly #hungUntil: number;
  #stall: { seconds: number; until: number } | null = null;

  /** @param hungBefore whether the service host ended the last run because it hung */
  constructor(everyMs: number, now: number, hungBefore = false) {
    this.#everyMs = everyMs;
    this.#last = now;
    this.#hungUntil = hungBefore ? now + toldMs : -Infinity;
  }

  /** Called every `everyMs`. @returns the problem as a sentence for IT; null if there is none */
  check(now: number, memoryBytes: number): string | null {
    const late = now - this.#last - this.#everyMs;
    this.#last = now;
    if (late >= stalledMs) this.#stall = { seconds: Math.round(late / 1_000), until: now + toldMs };
    if (this.#stall && now >= this.#stall.until) this.#stall = null;
    if (memoryBytes > mostBytes) return `The agent uses ${(memoryBytes / 1_000_000_000).toFixed(1)} GB of memory; restart it and report it`;
    if (now < this.#hungUntil) return 'The agent hung and was started again; send its log to support';
    return (
      this.#stall &&
      `The agent or its computer stood still for ${this.#stall.seconds} s; check the computer’s load and that it never sleeps`
    );
  }
}
