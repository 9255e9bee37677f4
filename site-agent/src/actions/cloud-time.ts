import { z } from 'zod';
import { steadyNow } from './steady-clock.ts';

/** One response of the cloud: the cloud's clock minus this process's monotonic clock, accurate to `errorMs` at time `at`. */
interface Sample {
  offsetMs: number;
  errorMs: number;
  at: number;
}

const stored = z.object({ cloud: z.int(), computer: z.int() });
/** Damaged text is like none. */
const storedText = z.string().transform(jsonOrNull).pipe(stored);

export interface Sources {
  /** Milliseconds, never jumps. */
  monotonic: () => number;
  /** Epoch milliseconds of the computer's clock. */
  computer: () => number;
}

/** Maximum drift between two clocks, as a fraction of elapsed time. */
const driftRate = 200e-6;
/** Maximum time to keep a sample while waiting for a better one. */
const keptMs = 60_000;
/** A smaller clock error is not reported. */
const noticedMs = 5_000;

/**
 * The cloud's time, computed from request and response on the monotonic clock (docs/decisions/0029-time-at-the-agent.md). The request is a
 * lease. The response is right for some moment between the two, so its error is at most half the round trip. The computer's own clock is
 * only compared with it.
 */
export class CloudTime {
  readonly #sources: Sources;
  #sample: Sample | null = null;
  #former: z.infer<typeof stored> | null = null;

  constructor(sources: Sources = { monotonic: steadyNow, computer: () => Date.now() }) {
    this.#sources = sources;
  }

  /**
   * Handles a response of the cloud. Ignores a less exact one, unless the two exclude each other: then the cloud's clock was set.
   * @param askedAt when the request was sent, by the monotonic clock
   * @param now epoch milliseconds of the cloud's clock
   * @returns whether more time has passed there than here: the cloud's clock was set, or this process is a restored copy
   */
  answered(askedAt: number, now: number): boolean {
    const at = this.#sources.monotonic();
    const sample = { offsetMs: now - (askedAt + at) / 2, errorMs: (at - askedAt) / 2, at };
    const kept = this.#sample;
    const keptError = kept === null ? Infinity : errorAt(kept, at);
    const excluded = kept !== null && Math.abs(kept.offsetMs - sample.offsetMs) > keptError + sample.errorMs;
    if (kept === null || excluded || sample.errorMs <= keptError || at - kept.at > keptMs) this.#sample = sample;
    return excluded && sample.offsetMs > kept.offsetMs;
  }

  /** Returns epoch milliseconds by the cloud's clock, as exactly as known; null before the first response. */
  now(): number | null {
    return this.#sample && Math.round(this.#sample.offsetMs + this.#sources.monotonic());
  }

  /**
   * Returns the time of `steadyNow` from which on the cloud's clock may show `cloudMs`; null before the first response. It does not depend
   * on the time of the call, so a process that is stopped meanwhile gains nothing.
   * @param now by the monotonic clock
   */
  steadyTimeOf(cloudMs: number, now = this.#sources.monotonic()): number | null {
    return this.#sample && cloudMs - this.#sample.offsetMs - errorAt(this.#sample, now);
  }

  /**
   * Returns the time for timestamps: the cloud's if known, otherwise its last known time plus the time elapsed on the computer's clock,
   * otherwise the computer's.
   */
  reckoned(): Date {
    const known = this.now();
    if (known !== null) return new Date(known);
    const computer = this.#sources.computer();
    if (!this.#former) return new Date(computer);
    return new Date(this.#former.cloud + Math.max(0, computer - this.#former.computer));
  }

  /** Returns the value to store on disk for the next start; null if nothing better is known than before. */
  toStore(): string | null {
    const cloud = this.now();
    return cloud === null ? null : JSON.stringify({ cloud, computer: Math.round(this.#sources.computer()) });
  }

  /** Restores the time that an earlier run stored. */
  resume(text: string | null): void {
    this.#former = text === null ? null : (storedText.safeParse(text).data ?? null);
  }

  /** Returns how far the computer's clock is ahead of the cloud's, in milliseconds; null before the first response. */
  skewMs(): number | null {
    const cloud = this.now();
    return cloud === null ? null : this.#sources.computer() - cloud;
  }

  /** Returns the problem with the time as a sentence for IT; null if there is none. */
  problem(): string | null {
    const skewMs = this.skewMs();
    if (skewMs === null) return this.#former && 'The cloud hasn’t sent the time since startup; it’s estimated from the last known time';
    if (Math.abs(skewMs) <= noticedMs) return null;
    return `The clock of the site’s computer is ${span(Math.abs(skewMs))} ${skewMs > 0 ? 'fast' : 'slow'}; commands use the cloud’s time`;
  }
}

const errorAt = ({ errorMs, at }: Sample, now: number): number => errorMs + (now - at) * driftRate;

function span(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
