/** A time by the reader's own clock: UTC, or its uptime if it has no UTC. Never compared with a clock of ours. */
export interface ReaderTime {
  clock: 'utc' | 'uptime';
  ms: number;
}

/** A read that arrives later than this after it happened is old: its car may have left. */
const maxAgeMs = 5_000;

/** The known difference is trusted this much less per millisecond, so that a slow clock of a reader does not make its reads old. */
const drift = 200e-6;

/**
 * Judges how old a read is. A message cannot arrive before it was written, so the one that arrived with the least delay shows how far the
 * reader's clock is ahead of `performance.now()` (docs/decisions/0081-old-reads.md). For one connection.
 */
export class ReaderClock {
  readonly #ahead = new Map<ReaderTime['clock'], { ms: number; at: number }>();

  /** Takes a time that the reader has written just now. */
  sync({ clock, ms }: ReaderTime, at: number): void {
    const known = this.#aheadAt(clock, at);
    if (known === undefined || ms - at > known) this.#ahead.set(clock, { ms: ms - at, at });
  }

  /** @param at when the read arrived, on `performance.now()` */
  isOld(seen: ReaderTime, at: number): boolean {
    const known = this.#aheadAt(seen.clock, at);
    if (known !== undefined && known - (seen.ms - at) > maxAgeMs) return true;
    this.sync(seen, at);
    return false;
  }

  #aheadAt(clock: ReaderTime['clock'], at: number): number | undefined {
    const known = this.#ahead.get(clock);
    return known && known.ms - (at - known.at) * drift;
  }
}
