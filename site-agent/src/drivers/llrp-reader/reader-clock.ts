import { DeviceClock } from '../device-clock.ts';

/** A time by the reader's own clock: UTC, or its uptime if it has no UTC. Never compared with a clock of ours. */
export interface ReaderTime {
  clock: 'utc' | 'uptime';
  ms: number;
}

const limits = { maxAgeMs: 5_000, drift: 200e-6 };

/** Judges how old a read is by the two clocks of a reader, for one connection. */
export class ReaderClock {
  readonly #clocks = { utc: new DeviceClock(limits), uptime: new DeviceClock(limits) };

  /** Takes a time that the reader has written just now. */
  sync({ clock, ms }: ReaderTime, at: number): void {
    this.#clocks[clock].sync(ms, at);
  }

  /** @param at when the read arrived, on `performance.now()` */
  isOld({ clock, ms }: ReaderTime, at: number): boolean {
    return this.#clocks[clock].isOld(ms, at);
  }
}
