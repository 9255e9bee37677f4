import { Failure } from './failure.ts';

/** Slow hashes at the same time: libuv has four threads, and name look-ups and files need the others. */
const mostAtOnce = 2;
/** The rest is kept for enrolled devices and for whoever is signed in. */
const mostUnknownAtOnce = 1;
/** How many times as long as an unknown caller's turn the rest after it is. */
const restTimes = 3;
/** Who may wait for a turn: a few seconds' worth. */
const waitingPlaces = { known: 40, unknown: 10 };

type Kind = keyof typeof waitingPlaces;

const busy = (): Failure =>
  new Failure(429, 'too_many_attempts', 'Too many people are signing in. Wait a moment and try again', {
    details: { retryAfterSeconds: 2 },
  });

/**
 * Lets the comparison of passwords and PINs, which is slow on purpose, take a bounded part of the processor, whoever asks for it. An unknown caller's
 * turn is followed by a rest three times as long, so that guesses from many addresses take a quarter of a core at most.
 */
export class HashGate {
  readonly #running = { known: 0, unknown: 0 };
  readonly #waiting: Record<Kind, (() => void)[]> = { known: [], unknown: [] };
  #isResting = false;

  /**
   * @param isKnown whether an enrolled device or somebody signed in asks
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
