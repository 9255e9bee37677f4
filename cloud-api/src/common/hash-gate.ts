import { Failure } from './failure.ts';

/** Concurrent slow hashes: libuv has four threads, and DNS lookups and files need the others. */
const mostAtOnce = 2;
/** The rest is reserved for enrolled devices and signed-in callers. */
const mostUnknownAtOnce = 1;
/** The pause after an unknown caller's turn, as a multiple of the turn. */
const restTimes = 3;
/** How many may wait for a turn: a few seconds' worth. */
const waitingPlaces = { known: 40, unknown: 10 };

type Kind = keyof typeof waitingPlaces;

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
  readonly #waiting: Record<Kind, (() => void)[]> = { known: [], unknown: [] };
  #isResting = false;

  /**
   * @param isKnown whether the caller is an enrolled device or signed in
   * @throws Failure 429 `too_many_attempts` when too many wait
   */
  async run<T>(isKnown: boolean, work: () => Promise<T>): Promise<T> {
    const kind = isKnown ? 'known' : 'unknown';
    await this.#turn(kind);
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#running[kind] -= 1;
      if (kind === 'unknown') this.#rest(performance.now() - began);
      this.#next();
    }
  }

  #turn(kind: Kind): Promise<void> {
    const line = this.#waiting[kind];
    if (line.length === 0 && this.#isFree(kind)) {
      this.#running[kind] += 1;
      return Promise.resolve();
    }
    if (line.length >= waitingPlaces[kind]) throw busy();
    return new Promise((resolve) => line.push(resolve));
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
    for (const kind of ['known', 'unknown'] as const) {
      while (this.#waiting[kind].length > 0 && this.#isFree(kind)) {
        this.#running[kind] += 1;
        this.#waiting[kind].shift()?.();
      }
    }
  }
}
