import { z } from 'zod';

/** One answer of the cloud: how far its clock is ahead of this process's monotonic one, right within `errorMs` at the moment `at`. */
interface Sample {
  offsetMs: number;
  errorMs: number;
  at: number;
}

const stored = z.object({ cloud: z.int(), computer: z.int() });

export interface Sources {
  /** Milliseconds that never jump. */
  monotonic: () => number;
  /** Epoch milliseconds of the computer's clock. */
  computer: () => number;
}

/** Two clocks drift apart by less than this part of the time that has passed. */
const driftRate = 200e-6;
/** A better answer is not waited for longer than this. */
const keptMs = 60_000;
/** A computer whose clock is wrong by less is not worth a word. */
const noticedMs = 5_000;

/**
 * The cloud's time, reckoned by question and answer on the monotonic clock (docs/decisions/0029-time-at-the-agent.md). The question is a
 * lease; the answer is right for some moment between the two, so that its error is at most half the way there and back. The computer's own
 * clock is only compared with it.
 */
export class CloudTime {
  readonly #sources: Sources;
  #sample: Sample | null = null;
  #former: z.infer<typeof stored> | null = null;

  constructor(sources: Sources = { monotonic: () => performance.now(), computer: () => Date.now() }) {
    this.#sources = sources;
  }

  /**
   * The cloud has answered. A less exact answer is not taken, unless the two exclude each other: then the cloud's clock was set.
   * @param askedAt when the question was asked, by the monotonic clock
   * @param now epoch milliseconds of the cloud's clock
   */
  answered(askedAt: number, now: number): void {
    const at = this.#sources.monotonic();
    const sample = { offsetMs: now - (askedAt + at) / 2, errorMs: (at - askedAt) / 2, at };
    const kept = this.#sample;
    const keptError = kept === null ? Infinity : errorAt(kept, at);
    const excluded = kept !== null && Math.abs(kept.offsetMs - sample.offsetMs) > keptError + sample.errorMs;
    if (kept === null || excluded || sample.errorMs <= keptError || at - kept.at > keptMs) this.#sample = sample;
  }

  /** Epoch milliseconds by the cloud's clock, as exactly as they are known; null before the first answer. */
  now(): number | null {
    return this.#sample && Math.round(this.#sample.offsetMs + this.#sources.monotonic());
  }

  /** The latest that it can be by the cloud's clock; null before the first answer. */
  latest(): number | null {
    const now = this.#sources.monotonic();
    return this.#sample && this.#sample.offsetMs + now + errorAt(this.#sample, now);
  }

  /**
   * The time of what only tells when something was: the cloud's, else its last known time plus what the computer's clock says has passed
   * since, else the computer's.
   */
  reckoned(): Date {
    const known = this.now();
    if (known !== null) return new Date(known);
    const computer = this.#sources.computer();
    if (!this.#former) return new Date(computer);
    return new Date(this.#former.cloud + Math.max(0, computer - this.#former.computer));
  }

  /** What is to be kept on disk for the next start; null while there is nothing better than before. */
  toStore(): string | null {
    const cloud = this.now();
    return cloud === null ? null : JSON.stringify({ cloud, computer: Math.round(this.#sources.computer()) });
  }

  /** Takes up the time that an earlier run stored. */
  resume(text: string | null): void {
    this.#former = text === null ? null : (stored.safeParse(JSON.parse(text)).data ?? null);
  }

  /** What is wrong with the time, as a sentence for IT; null when all is well. */
  problem(): string | null {
    const cloud = this.now();
    if (cloud === null) return this.#former && 'The cloud hasn’t sent the time since startup; it’s estimated from the last known time';
    const skewMs = this.#sources.computer() - cloud;
    if (Math.abs(skewMs) <= noticedMs) return null;
    return `The clock of the site's computer is ${span(Math.abs(skewMs))} ${skewMs > 0 ? 'fast' : 'slow'}; commands use the cloud’s time`;
  }
}

const errorAt = ({ errorMs, at }: Sample, now: number): number => errorMs + (now - at) * driftRate;

function span(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
