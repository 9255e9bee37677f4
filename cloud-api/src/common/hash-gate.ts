import { Failure } from './failure.ts';
import { FairQueue } from './fair-queue.ts';

/** Concurrent slow hashes: libuv has four threads, and DNS lookups and files need the others. */
const mostAtOnce = 2;
/** The rest is reserved for enrolled devices, signed-in callers and networks where the name has signed in. */
const mostUnknownAtOnce = 1;
/** The pause after an unknown caller's turn, as a multiple of the turn. */
const restTimes = 3;
/** How many may wait for a turn. Unknown callers take turns by network, so the wait of one depends on the networks, not on this. */
const waitingPlaces = { known: 40, unknown: 100 };

type Kind = 'known' | 'unknown';

/** A caller who waits; a caller without room is refused. */
interface Waiting {
  begin: () => void;
  refuse: (failure: Failure) => void;
}

const busy = (): Failure =>
  new Failure(429, 'too_many_attempts', 'Too many people are signing in. Wait a moment and try again', {
    details: { retryAfterSeconds: 2 },
  });

/**
 * Bounds the CPU share of comparing passwords and PINs, which is slow on purpose. After an unknown caller's turn comes a pause three times
 * as long, so that guesses from many addresses use at most a quarter of a core.
 */
export class HashGate {
  readonly #running = { known: 0, unknown: 0 };
  readonly #known: Waiting[] = [];
  readonly #unknown = new FairQueue<Waiting>(waitingPlaces.unknown);
  #isResting = false;

  /**
   * @param unknownAt the address of an unknown caller; null for a known one
   * @throws Failure 429 `too_many_attempts` when too many wait
   */
  async run<T>(unknownAt: string | null, work: () => Promise<T>): Promise<T> {
    const kind = unknownAt === null ? 'known' : 'unknown';
    await this.#turn(unknownAt);
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#running[kind] -= 1;
      if (kind === 'unknown') this.#rest(performance.now() - began);
      this.#next();
    }
  }

  /** A caller never overtakes those who wait: whenever a turn is free, `#next` has given it to one of them. */
  #turn(unknownAt: string | null): Promise<void> {
    const kind = unknownAt === null ? 'known' : 'unknown';
    if (this.#isFree(kind)) {
      this.#running[kind] += 1;
      return Promise.resolve();
    }
    return new Promise((begin, refuse) => this.#wait(unknownAt, { begin, refuse }));
  }

  #wait(unknownAt: string | null, waiting: Waiting): void {
    if (unknownAt !== null) this.#unknown.add(unknownAt, waiting)?.refuse(busy());
    else if (this.#known.length >= waitingPlaces.known) waiting.refuse(busy());
    else this.#known.push(waiting);
  }

  #isFree(kind: Kind): boolean {
    const { known, unknown } = this.#running;
    if (known + unknown >= mostAtOnce) return false;
    return kind === 'known' || (!this.#isResting && unknown < mostUnknownAtOnce);
  }

  #rest(ms: number): void {
    this.#isResting = true;
    setTimeout(() => {
      this.#isResting = false;
      this.#next();
    }, restTimes * ms).unref();
  }

  #next(): void {
    this.#begin('known', () => this.#known.shift() ?? null);
    this.#begin('unknown', () => this.#unknown.next());
  }

  #begin(kind: Kind, next: () => Waiting | null): void {
    while (this.#isFree(kind)) {
      const waiting = next();
      if (!waiting) return;
      this.#running[kind] += 1;
      waiting.begin();
    }
  }
}
